package dev.infill.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsTest {
  @Test
  void theTableHoldsEverySettingOnce() {
    List<Object> constants =
        Arrays.stream(Settings.class.getFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .filter(field -> field.getType() == Setting.class)
            .map(SettingsTest::value)
            .toList();

    assertThat(Settings.ALL).doesNotHaveDuplicates().isEqualTo(constants);
    assertThat(Settings.ALL).extracting(Setting::name).doesNotHaveDuplicates();
  }

  private static Object value(Field field) {
    try {
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void everySettingIsExplained() {
    assertThat(Settings.ALL)
        .allSatisfy(
            setting -> {
              // A % is the beginning of a format to what shows the command line's help.
              assertThat(setting.sentence())
                  .isNotBlank()
                  .endsWith(".")
                  .doesNotContain("\n")
                  .doesNotContain("%");
              assertThat(setting.jsonName()).matches("[a-z]+([A-Z][a-z]+)*0?");
              assertThat(setting.isOptional() && setting.absent().isEmpty()).isFalse();
              assertDefault(setting);
            });
  }

  private static <T> void assertDefault(Setting<T> setting) {
    assertThat(setting.require(setting.fallback())).isEqualTo(setting.fallback());
    setting
        .plain(setting.fallback())
        .ifPresent(plain -> assertThat(setting.of(plain)).isEqualTo(setting.fallback()));
  }

  @Test
  void everyControlHasALineAndEveryChoiceItsOwn() {
    for (Setting<?> setting : Settings.ALL) {
      if (setting.label().isPresent()) {
        List<String> values = setting.choices().isEmpty() ? List.of("") : setting.choices();
        List<String> hints = values.stream().map(setting::hint).toList();
        assertThat(hints).as(setting.name()).doesNotHaveDuplicates().doesNotContain("");
      }
    }
  }

  @Test
  void aSettingOfNoSamplerIsOneOfAll() {
    assertThat(Settings.MINIBATCH.samplers()).containsExactly("dula");
    assertThat(Settings.TEMPERATURE.samplers()).isEmpty();
  }
}
