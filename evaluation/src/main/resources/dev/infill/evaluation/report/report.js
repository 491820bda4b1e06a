(() => {
  "use strict";

  const data = JSON.parse(document.getElementById("plot-data").textContent);
  const shapes = data.samplers.map((sampler) => "path://" + sampler.symbol);
  const charts = new Map();

  const style = (name) =>
    getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  const color = (i) => style(data.samplers[i].color);
  // The hotter of two samplers that differ in temperature alone is the larger.
  const sizeOf = (i) => Math.min(20, Math.max(7, 13 * Math.sqrt(data.samplers[i].warmth)));
  const sans = () => getComputedStyle(document.body).fontFamily;
  const figure = (value, digits = 2) =>
    value === null ? "–" : value.toFixed(digits).replace("-", "−");
  // The room for labels is measured with the family given here, not with the one they inherit.
  const words = (fill) => ({ color: fill, fontSize: 12, fontFamily: sans() });
  const minus = (value) => String(value).replace("-", "−");

  // Steps and passes lie close together at the start and far apart later: an axis of log(1 + x).
  const spread = (value) => Math.log2(1 + value);
  const gathered = (value) => String(Math.round(2 ** value - 1));

  // Round ends of an axis that leave some room around the values, but not beyond what can be.
  function ends(values, least = -Infinity, most = Infinity) {
    const there = values.filter((value) => Number.isFinite(value));
    if (there.length === 0) {
      return {};
    }
    const room = 0.05 * (Math.max(...there) - Math.min(...there)) || 1;
    const low = Math.min(...there) - room;
    const high = Math.max(...there) + room;
    const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].find((s) => (high - low) / s <= 8);
    return step === undefined
      ? {}
      : {
          min: Math.max(least, step * Math.floor(low / step)),
          max: Math.min(most, step * Math.ceil(high / step)),
          interval: step,
        };
  }

  // The same axis for all comparisons, so that their plots can be held against each other.
  function endsOf(key, least, most) {
    const compared = Object.values(data.comparisons).flat();
    const published = data.published.map((row) => row[key]);
    return ends(
      compared.flatMap((sampler) => sampler[key]).concat(published).filter((v) => v !== null),
      least,
      most,
    );
  }

  // An axis for energies: a logarithmic one where they are far apart, as chains gather near the
  // highest.
  function energyAxis(energies) {
    const there = energies.filter((value) => Number.isFinite(value));
    const least = Math.min(...there);
    const most = Math.max(...there);
    const name = "mean U of the kept samples (nats";
    if (most < 0 && least < 5 * most) {
      const along = (value) => -Math.log2(1 - value);
      return {
        along,
        axis: across(name + ", logarithmic)", {
          min: Math.floor(2 * along(least) - 0.1) / 2,
          max: Math.min(0, Math.ceil(2 * along(most) + 0.1) / 2),
          interval: 0.5,
          axisLabel: {
            ...words(style("muted")),
            hideOverlap: true,
            formatter: (value) =>
              Number.isInteger(value) ? minus(Math.round(1 - 2 ** -value)) : "",
          },
        }),
      };
    }
    // U is the logarithm of a probability, or of something near to it: few axes go above 0.
    const ending = ends(there, -Infinity, most > 0 ? Infinity : 0);
    return { along: (value) => value, axis: across(name + ")", ending) };
  }

  const endsOfCurves = (key, least, most) =>
    ends(data.curves.flat().map((point) => point[key] ?? NaN), least, most);

  function base(width) {
    return {
      animation: false,
      textStyle: { fontFamily: sans(), color: style("text") },
      grid: { left: 6, right: width < 480 ? 14 : 22, top: 26, bottom: 28, containLabel: true },
      tooltip: {
        trigger: "item",
        renderMode: "richText",
        confine: true,
        backgroundColor: style("raised"),
        borderColor: style("rule"),
        textStyle: { color: style("text"), fontSize: 12 },
      },
    };
  }

  function axis(name, more) {
    return {
      type: "value",
      scale: true,
      name,
      nameTextStyle: { color: style("muted"), fontSize: 12 },
      axisLabel: { ...words(style("muted")), hideOverlap: true, formatter: minus },
      axisLine: { show: true, onZero: false, lineStyle: { color: style("rule") } },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: style("hair") } },
      ...more,
    };
  }

  const across = (name, more) => axis(name, { nameLocation: "middle", nameGap: 28, ...more });
  const upward = (name, more) =>
    axis(name, {
      nameLocation: "end",
      nameGap: 12,
      nameTextStyle: { color: style("muted"), fontSize: 12, align: "left" },
      ...more,
    });

  // Points are [x, y, lowest x, highest x, lowest y, highest y].
  function bars(points, stroke) {
    return {
      type: "custom",
      silent: true,
      clip: true,
      z: 2,
      encode: { x: [0, 2, 3], y: [1, 4, 5] },
      data: points,
      renderItem(params, api) {
        const value = [0, 1, 2, 3, 4, 5].map((i) => api.value(i));
        const lines = [];
        const line = (from, to) => {
          const [x1, y1] = api.coord(from);
          const [x2, y2] = api.coord(to);
          lines.push({
            type: "line",
            shape: { x1, y1, x2, y2 },
            style: { stroke, lineWidth: 1.5, opacity: 0.75 },
          });
        };
        if (Number.isFinite(value[2]) && Number.isFinite(value[3])) {
          line([value[2], value[1]], [value[3], value[1]]);
        }
        if (Number.isFinite(value[4]) && Number.isFinite(value[5])) {
          line([value[0], value[4]], [value[0], value[5]]);
        }
        return { type: "group", children: lines };
      },
    };
  }

  function tradeOff(key, name, most) {
    return (comparison, width) => {
      const series = [];
      data.comparisons[comparison].forEach((sampler, i) => {
        const [x, x1, x2] = sampler.selfBleu;
        const [y, y1, y2] = sampler[key];
        if (x === null || y === null) {
          return;
        }
        const label = data.samplers[i].label;
        series.push(bars([[x, y, x1, x2, y1, y2].map((v) => (v === null ? NaN : v))], color(i)));
        series.push({
          type: "scatter",
          name: label,
          z: 3,
          symbol: shapes[i],
          symbolSize: sizeOf(i),
          itemStyle: { color: color(i) },
          label: { show: false },
          labelled: { text: label, color: style("text") },
          tooltip: {
            formatter: () =>
              `${label}\nSelf-BLEU ${figure(x)} [${figure(x1)}, ${figure(x2)}]\n` +
              `${name} ${figure(y)} [${figure(y1)}, ${figure(y2)}]`,
          },
          data: [[x, y]],
        });
      });
      if (comparison === "steps" && key === "corpusBleu") {
        data.published.forEach((row) => {
          const i = data.samplers.findIndex((sampler) => sampler.kind === row.kind);
          const stroke = i < 0 ? style("muted") : color(i);
          const label = `${row.name}, ${row.source}`;
          series.push({
            type: "scatter",
            name: label,
            z: 3,
            symbol: i < 0 ? "circle" : shapes[i],
            symbolSize: 11,
            itemStyle: { color: style("paper"), borderColor: stroke, borderWidth: 1.5 },
            label: { show: false },
            labelled: { text: label, color: style("muted") },
            tooltip: {
              formatter: () =>
                `${label}\nSelf-BLEU ${figure(row.selfBleu)}\n${name} ${figure(row[key])}`,
            },
            data: [[row.selfBleu, row[key]]],
          });
        });
      }
      return {
        ...base(width),
        xAxis: across("Self-BLEU (0 to 100; lower is more diverse)", endsOf("selfBleu", 0, 100)),
        yAxis: upward(name, endsOf(key, most === undefined ? -Infinity : 0, most)),
        series,
      };
    };
  }

  function pointLabel(text, textColor, position) {
    return {
      show: true,
      position,
      fontSize: 11,
      color: textColor,
      textBorderColor: style("paper"),
      textBorderWidth: 3,
      formatter: () => text,
    };
  }

  // Writes labels beside the points of a scatter plot where nothing is in their way; a point
  // whose surroundings are taken has none, but a legend and a tooltip.
  function placeLabels(chart, option, width, height) {
    const pixel = (point) => chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, point);
    const box = (x1, y1, x2, y2) => ({
      left: Math.min(x1, x2),
      right: Math.max(x1, x2),
      top: Math.min(y1, y2),
      bottom: Math.max(y1, y2),
    });
    const apart = (a, b) =>
      a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    const taken = [];
    option.series.forEach((series) => {
      series.data.forEach(([x, y, x1, x2, y1, y2]) => {
        const [px, py] = pixel([x, y]);
        taken.push(box(px - 7, py - 7, px + 7, py + 7));
        if (Number.isFinite(x1)) {
          taken.push(box(pixel([x1, y])[0], py - 1, pixel([x2, y])[0], py + 1));
        }
        if (Number.isFinite(y1)) {
          taken.push(box(px - 1, pixel([x, y1])[1], px + 1, pixel([x, y2])[1]));
        }
      });
    });
    const high = 13;
    const series = option.series.map(({ data: [[x, y]], labelled, symbolSize }) => {
      if (labelled === undefined) {
        return {};
      }
      const [px, py] = pixel([x, y]);
      const wide = 2 + measured(labelled.text);
      const offsets = [-high - 4, 4, -high / 2, -high - 16, 16, -high - 28, 28].flatMap((dy) => [
        [dy === -high / 2 ? 10 : 5, dy],
        [-wide - (dy === -high / 2 ? 10 : 5), dy],
      ]);
      const free = offsets.find(([dx, dy]) => {
        const label = box(px + dx, py + dy, px + dx + wide, py + dy + high);
        return (
          label.left >= 44 &&
          label.right <= width &&
          label.top >= 22 &&
          label.bottom <= height - 44 &&
          taken.every((other) => apart(label, other))
        );
      });
      if (free === undefined) {
        return {};
      }
      const [dx, dy] = free;
      taken.push(box(px + dx, py + dy, px + dx + wide, py + dy + high));
      return {
        label: {
          ...pointLabel(labelled.text, labelled.color, [symbolSize / 2 + dx, symbolSize / 2 + dy]),
          align: "left",
          verticalAlign: "top",
        },
      };
    });
    chart.setOption({ series });
  }

  const pen = document.createElement("canvas").getContext("2d");
  function measured(text) {
    pen.font = "11px " + sans();
    return pen.measureText(text).width;
  }

  // One line per sampler through the points that have both values. With a subject all samplers are
  // drawn, those of other kinds in grey; without one those that are drawn by step.
  function lines(x, y, { labelled = false, band = null, tooltip, subject = "" }) {
    const series = [];
    data.curves.forEach((points, i) => {
      const sampler = data.samplers[i];
      const there = points.filter((point) => x(point) !== null && y(point) !== null);
      if (subject !== "" && sampler.kind !== subject) {
        series.push({
          type: "line",
          name: sampler.label,
          silent: true,
          z: 1,
          symbol: "none",
          lineStyle: { color: style("rule"), width: 1 },
          data: there.map((point) => [x(point), y(point)]),
        });
        return;
      }
      if (subject === "" && !sampler.drawn) {
        return;
      }
      if (band !== null) {
        const edges = there.filter((point) => band.every((edge) => point[edge] !== null));
        series.push({
          type: "custom",
          name: sampler.label,
          silent: true,
          clip: true,
          z: 1,
          encode: { x: 0, y: [1, 2] },
          data: edges.map((point) => [x(point), ...band.map((edge) => point[edge])]),
          renderItem(params, api) {
            if (params.dataIndexInside > 0) {
              return null;
            }
            const along = edges.map((point) => api.coord([x(point), point[band[0]]]));
            const back = edges.map((point) => api.coord([x(point), point[band[1]]])).reverse();
            return {
              type: "polygon",
              shape: { points: along.concat(back) },
              style: { fill: color(i), opacity: 0.07 },
            };
          },
        });
      }
      const named = ({ dataIndex: at }) =>
        sampler.varied && subject !== ""
          ? at === there.length - 1
            ? temperature(i)
            : ""
          : stepName(there[at].step);
      series.push({
        type: "line",
        name: sampler.label,
        z: sampler.varied ? 3 : 2,
        symbol: shapes[i],
        symbolSize: sampler.varied ? 5 : labelled ? 8 : 7,
        showAllSymbol: true,
        lineStyle: {
          color: color(i),
          width: sampler.varied ? 1.25 : 2,
          type: sampler.varied ? "dashed" : "solid",
        },
        itemStyle: { color: color(i) },
        label: labelled
          ? { ...pointLabel("", color(i), "top"), distance: 4, formatter: named }
          : { show: false },
        // Few as they are, temperatures are written over steps.
        labelLayout: { hideOverlap: !sampler.varied || subject === "" },
        tooltip: {
          formatter: (at) =>
            `${sampler.label}, step ${stepName(there[at.dataIndex].step)}\n` +
            tooltip(there[at.dataIndex]),
        },
        data: there.map((point) => [x(point), y(point)]),
      });
    });
    return series;
  }

  const temperature = (i) => "T=" + data.samplers[i].temperature;
  const stepName = (step) => String(Number.isInteger(step) ? step : step.toFixed(1));

  function byEnergy(key, name) {
    return (comparison, width, subject) => {
      const energy = energyAxis(data.curves.flat().map((point) => point.energy ?? NaN));
      return {
        ...base(width),
        xAxis: energy.axis,
        yAxis: upward(name, endsOfCurves(key, 0, 100)),
        series: lines(
          (point) => point.energy === null ? null : energy.along(point.energy),
          (point) => point[key],
          {
            labelled: true,
            subject,
            tooltip: (point) => `${name} ${figure(point[key])}\nmean U ${figure(point.energy)}`,
          },
        ),
      };
    };
  }

  // One line per family of samplers, through its temperatures.
  function byTemperature(key, name) {
    return (comparison, width) => {
      const samplers = data.comparisons[comparison];
      const drawn = data.temperatures.flatMap(({ members }) => members).map((i) => samplers[i]);
      const energy = energyAxis(drawn.map((sampler) => sampler.meanEnergy[0] ?? NaN));
      const series = [];
      data.temperatures.forEach((family) => {
        const members = family.members.filter(
          (i) => samplers[i].meanEnergy[0] !== null && samplers[i][key][0] !== null,
        );
        const first = family.members[0];
        series.push({
          type: "line",
          name: family.name,
          z: 2,
          symbol: shapes[first],
          symbolSize: (value, at) => sizeOf(members[at.dataIndex]),
          showAllSymbol: true,
          lineStyle: { color: color(first), width: 2 },
          itemStyle: { color: color(first) },
          label: {
            ...pointLabel("", color(first), "top"),
            distance: 4,
            formatter: (at) => temperature(members[at.dataIndex]),
          },
          labelLayout: { hideOverlap: true },
          tooltip: {
            formatter: (at) => {
              const i = members[at.dataIndex];
              const [x, x1, x2] = samplers[i].meanEnergy;
              const [y, y1, y2] = samplers[i][key];
              return (
                `${family.name}, ${temperature(i)}\n` +
                `${name} ${figure(y)} [${figure(y1)}, ${figure(y2)}]\n` +
                `mean U ${figure(x)} [${figure(x1)}, ${figure(x2)}]`
              );
            },
          },
          data: members.map((i) => [
            energy.along(samplers[i].meanEnergy[0]),
            samplers[i][key][0],
          ]),
        });
      });
      return {
        ...base(width),
        xAxis: energy.axis,
        yAxis: upward(name, ends(drawn.map((sampler) => sampler[key][0] ?? NaN), 0, 100)),
        series,
      };
    };
  }

  function spreadAxis(name) {
    return across(name + " (logarithmic)", {
      minInterval: 1,
      maxInterval: 1,
      splitLine: { show: false },
      axisLabel: { ...words(style("muted")), hideOverlap: true, formatter: gathered },
    });
  }

  function trace(key, name) {
    return (comparison, width) => ({
      ...base(width),
      xAxis: spreadAxis(name),
      yAxis: upward("U (nats)"),
      series: lines(
        (point) => spread(point[key]),
        (point) => point.mean,
        {
          band: ["low", "high"],
          tooltip: (point) =>
            `${name} ${figure(point[key], 1)}\n` +
            `U ${figure(point.mean)}, from ${figure(point.low)} to ${figure(point.high)}`,
        },
      ),
    });
  }

  function byStep(key, name) {
    return (comparison, width) => ({
      ...base(width),
      xAxis: spreadAxis("steps"),
      yAxis: upward(name, endsOfCurves(key, 0, 100)),
      series: lines(
        (point) => spread(point.step),
        (point) => point[key],
        { tooltip: (point) => `${name} ${figure(point[key])}` },
      ),
    });
  }

  // One horizontal bar per sampler and metric, with its interval.
  function horizontal(name, metrics) {
    return (comparison, width) => {
      const samplers = data.comparisons[comparison];
      const series = metrics.map(({ key, label, fill }) => ({
        type: "bar",
        name: label,
        barMaxWidth: 14,
        itemStyle: { color: style(fill) },
        label: {
          show: true,
          position: "right",
          color: style("muted"),
          fontSize: 11,
          formatter: (at) => figure(samplers[at.dataIndex][key][0], key === "changedPerStep" ? 2 : 1),
        },
        tooltip: {
          formatter: (at) => {
            const [value, low, high] = samplers[at.dataIndex][key];
            return (
              `${data.samplers[at.dataIndex].label}\n` +
              `${label} ${figure(value)} [${figure(low)}, ${figure(high)}]`
            );
          },
        },
        data: samplers.map((sampler) => sampler[key][0]),
      }));
      return {
        ...base(width),
        grid: { left: 6, right: 44, top: metrics.length > 1 ? 30 : 8, bottom: 28, containLabel: true },
        legend:
          metrics.length > 1
            ? {
                top: 0,
                left: 0,
                itemWidth: 12,
                itemHeight: 12,
                selectedMode: false,
                textStyle: { color: style("text"), fontSize: 12 },
              }
            : { show: false },
        xAxis: across(name, { scale: false, min: 0 }),
        yAxis: {
          type: "category",
          inverse: true,
          data: data.samplers.map((sampler) => sampler.label),
          axisLabel: {
            formatter: (label) => label.replace(/(?!^)\+/g, "\n+"),
            ...words(style("text")),
            lineHeight: 14,
          },
          axisLine: { lineStyle: { color: style("rule") } },
          axisTick: { show: false },
        },
        series,
      };
    };
  }

  const draw = {
    quality: tradeOff("corpusBleu", "Corpus BLEU (0 to 100)", 100),
    energy: tradeOff("meanEnergy", "mean U of the kept samples (nats)"),
    "self-bleu-by-energy": byEnergy("selfBleu", "Self-BLEU (0 to 100)"),
    "unique-2-by-energy": byEnergy("unique2", "unique 2-grams (%)"),
    "unique-3-by-energy": byEnergy("unique3", "unique 3-grams (%)"),
    "self-bleu-by-temperature": byTemperature("selfBleu", "Self-BLEU (0 to 100)"),
    "unique-2-by-temperature": byTemperature("unique.self.2", "unique 2-grams (%)"),
    "unique-3-by-temperature": byTemperature("unique.self.3", "unique 3-grams (%)"),
    "traces-by-step": trace("step", "steps"),
    "traces-by-passes": trace("passes", "model passes per chain"),
    acceptance: horizontal("steps (%)", [
      { key: "acceptanceRate", label: "accepted", fill: "accent-pale" },
      { key: "acceptedAndChangedRate", label: "accepted and changed", fill: "accent" },
    ]),
    changed: horizontal("blanks changed per step", [
      { key: "changedPerStep", label: "changed per step", fill: "accent" },
    ]),
    "self-bleu-by-step": byStep("selfBleu", "Self-BLEU (0 to 100)"),
    "corpus-bleu-by-step": byStep("corpusBleu", "Corpus BLEU (0 to 100)"),
  };

  function render(place) {
    const chart = charts.get(place);
    const { plot, comparison, subject } = place.dataset;
    const option = draw[plot](comparison, place.clientWidth, subject);
    chart.setOption(option, { notMerge: true });
    if (option.series.some((series) => series.labelled)) {
      placeLabels(chart, option, place.clientWidth, place.clientHeight);
    }
  }

  document.documentElement.style.setProperty("--rows", String(data.samplers.length));
  const resized = new ResizeObserver((entries) =>
    entries.forEach((entry) => {
      charts.get(entry.target).resize();
      render(entry.target);
    }),
  );
  document.querySelectorAll(".plot").forEach((place) => {
    charts.set(place, echarts.init(place, null, { renderer: "svg" }));
    render(place);
    resized.observe(place);
  });
  ["(prefers-color-scheme: dark)", "print"].forEach((query) =>
    matchMedia(query).addEventListener("change", () => charts.forEach((_, place) => render(place))),
  );
})();
