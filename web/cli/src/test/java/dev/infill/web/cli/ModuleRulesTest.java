package dev.infill.web.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.infill.core.DurableFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * The modules of the project and the packages of its core depend on each other in one direction.
 */
@AnalyzeClasses(packages = "dev.infill", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleRulesTest {
  private static final String CORE = "dev.infill.core";
  private static final String JDK = "java..";
  private static final String NULLNESS = "org.jspecify..";

  @ArchTest
  static final ArchRule coreUsesNoLibrary =
      classes()
          .that()
          .resideInAPackage(CORE + "..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(CORE + "..", JDK, NULLNESS)
          .because("whoever has a model of their own needs nothing but the core");

  @ArchTest static final ArchRule bertUsesCore = moduleMayUse("dev.infill.bert..", CORE + "..");

  @ArchTest
  static final ArchRule corporaUseCore = moduleMayUse("dev.infill.corpora..", CORE + "..");

  @ArchTest
  static final ArchRule evaluationUsesCoreBertAndCorpora =
      moduleMayUse(
          "dev.infill.evaluation..", CORE + "..", "dev.infill.bert..", "dev.infill.corpora..");

  @ArchTest
  static final ArchRule energiesOfTheLabUseCore =
      moduleMayUse("dev.infill.evaluation.lab.energy..", CORE + "..");

  @ArchTest
  static final ArchRule kernelsOfTheLabUseItsEnergiesAndCore =
      moduleMayUse(
          "dev.infill.evaluation.lab.kernel..", "dev.infill.evaluation.lab.energy..", CORE + "..");

  @ArchTest static final ArchRule sharedTypesUseNothing = coreMayUse("");

  @ArchTest static final ArchRule downloadUsesCore = bertMayUse("download", "download");

  @ArchTest static final ArchRule energyUsesSharedTypes = coreMayUse(".energy", "");

  @ArchTest static final ArchRule diagnosticsUseNothing = coreMayUse(".diagnostics", "");

  @ArchTest
  static final ArchRule twoWayUsesEnergyAndDiagnostics =
      coreMayUse(".twoway", "", ".energy", ".diagnostics");

  @ArchTest static final ArchRule textUsesEnergy = coreMayUse(".text", "", ".energy");

  @ArchTest static final ArchRule proposalUsesEnergy = coreMayUse(".proposal", "", ".energy");

  @ArchTest
  static final ArchRule kernelUsesProposalAndEnergy =
      coreMayUse(".kernel", "", ".energy", ".proposal");

  @ArchTest
  static final ArchRule chainUsesKernelsEnergyAndDiagnostics =
      coreMayUse(".chain", "", ".energy", ".kernel", ".diagnostics");

  @ArchTest
  static final ArchRule chainsHaveNoThreads =
      noClasses()
          .that()
          .resideInAnyPackage(CORE + ".energy..", CORE + ".kernel..", CORE + ".chain..")
          .should()
          .dependOnClassesThat(
              assignableTo(Executor.class)
                  .or(assignableTo(ThreadLocal.class))
                  .or(resideInAnyPackage("java.util.concurrent.locks..")))
          .because("what is in a batch follows from what chains do, not from how fast threads are");

  @ArchTest
  static final ArchRule taskUsesSamplersAndText =
      coreMayUse(
          ".task", "", ".energy", ".proposal", ".kernel", ".chain", ".sampler", ".text", ".twoway");

  @ArchTest
  static final ArchRule fillUsesTasksAndTwoWay =
      coreMayUse(
          ".fill",
          "",
          ".energy",
          ".chain",
          ".sampler",
          ".text",
          ".task",
          ".diagnostics",
          ".twoway");

  @ArchTest
  static final ArchRule sampleUsesTasksAndDiagnostics =
      coreMayUse(
          ".sample",
          "",
          ".energy",
          ".proposal",
          ".kernel",
          ".chain",
          ".sampler",
          ".text",
          ".task",
          ".diagnostics",
          ".twoway",
          ".fill");

  @ArchTest
  static final ArchRule scoreUsesTasksAndTwoWay =
      coreMayUse(".score", "", ".energy", ".chain", ".text", ".task", ".twoway");

  @ArchTest
  static final ArchRule infillIsTheFrontDoor =
      coreMayUse(".infill", "", ".chain", ".text", ".task", ".fill", ".sample");

  @ArchTest
  static final ArchRule samplerUsesChainsKernelsAndText =
      coreMayUse(".sampler", "", ".energy", ".proposal", ".kernel", ".chain", ".text");

  @ArchTest static final ArchRule formatsUseNothing = bertMayUse("weights.format");

  @ArchTest
  static final ArchRule tokenizersUseFormats = bertMayUse("weights.tokenizer", "weights.format");

  @ArchTest
  static final ArchRule weightsUseFormatsAndTokenizers =
      bertMayUse("weights", "weights.format", "weights.tokenizer");

  @ArchTest
  static final ArchRule sourcesUseWeights =
      bertMayUse("weights.source", "weights", "weights.format", "weights.tokenizer", "download");

  @ArchTest static final ArchRule nodesUseNothing = bertMayUse("graph.ir");

  @ArchTest static final ArchRule operatorsUseNodes = bertMayUse("graph.op", "graph.ir");

  @ArchTest
  static final ArchRule networksUseOperators =
      bertMayUse("graph.network", "graph.op", "graph.ir", "weights", "weights.format");

  @ArchTest static final ArchRule apiUsesCore = moduleMayUse("dev.infill.web.api..", CORE + "..");

  @ArchTest
  static final ArchRule serviceUsesApi =
      moduleMayUse(
          "dev.infill.web.service..",
          "dev.infill.web.api..",
          "dev.infill.evaluation..",
          "dev.infill.corpora..",
          "dev.infill.bert..",
          CORE + "..");

  @ArchTest
  static final ArchRule batchUsesApi =
      moduleMayUse(
          "dev.infill.web.batch..",
          "dev.infill.web.api..",
          "dev.infill.evaluation..",
          "dev.infill.corpora..",
          "dev.infill.bert..",
          CORE + "..");

  @ArchTest
  static final ArchRule proteinsUseCoreCorporaAndCharts =
      moduleMayUse(
          "dev.infill.web.protein..",
          "dev.infill.evaluation.chart..",
          "dev.infill.corpora..",
          CORE + "..");

  @ArchTest
  static final ArchRule groupsOfCommandsDoNotUseEachOther =
      slices()
          .matching("dev.infill.web.cli.(*)..")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(
              resideInAnyPackage("dev.infill.web.cli.."),
              resideInAnyPackage("dev.infill.web.cli.option..", "dev.infill.web.cli.console.."));

  @ArchTest
  static final ArchRule onlyTheCommandLineHasOptions =
      onlyUsedIn("dev.infill.web.cli..", "picocli..", "org.jline..", "me.tongfei..");

  @ArchTest
  static final ArchRule onlyTheServiceSpeaksHttp =
      onlyUsedIn("dev.infill.web.service..", "io.javalin..", "org.eclipse.jetty..");

  @ArchTest
  static final ArchRule onlyTheServiceCountsWhatItDoes =
      onlyUsedIn("dev.infill.web.service..", "io.micrometer..");

  @ArchTest
  static final ArchRule noCyclesBetweenPackages =
      slices().matching("dev.infill.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule namesOutliveALossOfPower =
      noClasses()
          .that()
          .doNotBelongToAnyOf(DurableFolders.class)
          .should()
          .callMethod(Files.class, "move", Path.class, Path.class, CopyOption[].class)
          .because("a new name is lost with the power as long as its folder is not on the disk");

  @ArchTest
  static final ArchRule failuresOfFilesAreToldInWords =
      noClasses()
          .should()
          .callConstructor(UncheckedIOException.class, IOException.class)
          .because("its message begins with the name of a class");

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses all) {
    assertThat(all).isNotEmpty();
    TreeSet<String> unmarked =
        all.stream()
            .map(JavaClass::getPackage)
            .filter(at -> !at.isAnnotatedWith(NullMarked.class))
            .map(at -> at.getName())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(unmarked).isEmpty();
  }

  @ArchTest
  static void noPackageIsCrowded(JavaClasses all) {
    Map<String, Set<String>> files =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    JavaClass::getPackageName,
                    Collectors.mapping(
                        type -> type.getSource().orElseThrow().getFileName().orElseThrow(),
                        Collectors.toSet())));
    assertThat(files).isNotEmpty().allSatisfy((name, its) -> assertThat(its).hasSizeLessThan(31));
  }

  @ArchTest
  static void everyModuleIsLookedAt(JavaClasses all) {
    assertThat(all.stream().map(JavaClass::getPackageName))
        .contains(
            "dev.infill.core",
            "dev.infill.bert",
            "dev.infill.corpora",
            "dev.infill.evaluation.metrics",
            "dev.infill.web.api",
            "dev.infill.web.service",
            "dev.infill.web.batch",
            "dev.infill.web.cli");
  }

  private static ArchRule moduleMayUse(String module, String... others) {
    String[] allowed = new String[others.length + 1];
    allowed[0] = module;
    System.arraycopy(others, 0, allowed, 1, others.length);
    return noClasses()
        .that()
        .resideInAPackage(module)
        .should()
        .dependOnClassesThat(ours().and(resideOutsideOfPackages(allowed)))
        .allowEmptyShould(true);
  }

  private static ArchRule onlyUsedIn(String module, String... libraries) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(module)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(libraries);
  }

  /** Rules for a package of the module of models, which may use the core. */
  private static ArchRule bertMayUse(String own, String... others) {
    String bert = "dev.infill.bert.";
    return moduleMayUse(
        bert + own,
        Stream.concat(Stream.of(CORE + ".."), Stream.of(others).map(bert::concat))
            .toArray(String[]::new));
  }

  private static ArchRule coreMayUse(String own, String... others) {
    String[] allowed =
        Stream.concat(
                Stream.of(CORE + own, JDK, NULLNESS), Stream.of(others).map(other -> CORE + other))
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(CORE + own)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed)
        .allowEmptyShould(true);
  }

  private static DescribedPredicate<JavaClass> ours() {
    return resideInAnyPackage("dev.infill..");
  }
}
