(() => {
  "use strict";

  const data = JSON.parse(document.getElementById("plot-data").textContent);
  const shapes = data.samplers.map((sampler) => "path://" + sampler.symbol);
  const charts = new Map();

  const style = (name) =>
    getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  const color = (i) => style(data.samplers[i].color);
  const sans = () => getComputedStyle(document.body).fontFamily;
  const figure = (value, digits = 2) =>
    value === null ? "–" : value.toFixed(digits).replace("-", "−");
  const minus = (value) => String(value).replace("-", "−");

  // Steps and passes lie close together at the start and far apart later: an axis of log(1 + x).
  const spread = (value) => Math.log2(1 + value);
  const gathered = (value) => String(Math.round(2 ** value - 1));

  function base(narrow) {
    return {
      animation: false,
      textStyle: { fontFamily: sans(), color: style("text") },
      grid: { left: 6, right: narrow ? 14 : 22, top: 26, bottom: 28, containLabel: true },
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
      axisLabel: { color: style("muted"), fontSize: 12, hideOverlap: true, formatter: minus },
      axisLine: { show: true, lineStyle: { color: style("rule") } },
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
      nameTextStyle: { color: style("muted"), fontSize: 12, align: "left", padding: [0, 0, 0, -34] },
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

  function tradeOff(key, name, published) {
    return (comparison, narrow) => {
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
          symbolSize: 13,
          itemStyle: { color: color(i) },
          label: pointLabel(label, style("text"), "right"),
          labelLayout: { moveOverlap: "shiftY", hideOverlap: true },
          tooltip: {
            formatter: () =>
              `${label}\nSelf-BLEU ${figure(x)} [${figure(x1)}, ${figure(x2)}]\n` +
              `${name} ${figure(y)} [${figure(y1)}, ${figure(y2)}]`,
          },
          data: [[x, y]],
        });
      });
      if (published) {
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
            itemStyle: { color: "transparent", borderColor: stroke, borderWidth: 1.5 },
            label: pointLabel(label, style("muted"), "left"),
            labelLayout: { moveOverlap: "shiftY", hideOverlap: true },
            tooltip: {
              formatter: () =>
                `${label}\nSelf-BLEU ${figure(row.selfBleu)}\n${name} ${figure(row[key])}`,
            },
            data: [[row.selfBleu, row[key]]],
          });
        });
      }
      return {
        ...base(narrow),
        xAxis: across("Self-BLEU (0 to 100; lower is more diverse)", { boundaryGap: ["6%", "6%"] }),
        yAxis: upward(name, { boundaryGap: ["6%", "6%"] }),
        series,
      };
    };
  }

  function pointLabel(text, textColor, position) {
    return {
      show: true,
      position,
      distance: 7,
      fontSize: 11,
      color: textColor,
      textBorderColor: style("paper"),
      textBorderWidth: 3,
      formatter: () => text,
    };
  }

  // One line per sampler through the points that have both values.
  function lines(x, y, { labelled = false, band = null, tooltip }) {
    const series = [];
    data.curves.forEach((points, i) => {
      const there = points.filter((point) => x(point) !== null && y(point) !== null);
      if (band !== null) {
        const edges = there.filter((point) => band.every((edge) => point[edge] !== null));
        series.push({
          type: "custom",
          name: data.samplers[i].label,
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
              style: { fill: color(i), opacity: 0.09 },
            };
          },
        });
      }
      series.push({
        type: "line",
        name: data.samplers[i].label,
        z: 2,
        symbol: shapes[i],
        symbolSize: labelled ? 8 : 7,
        showAllSymbol: true,
        lineStyle: { color: color(i), width: 2 },
        itemStyle: { color: color(i) },
        label: labelled
          ? {
              ...pointLabel("", color(i), "top"),
              distance: 4,
              formatter: (at) => stepName(there[at.dataIndex].step),
            }
          : { show: false },
        labelLayout: { hideOverlap: true },
        tooltip: {
          formatter: (at) =>
            `${data.samplers[i].label}, step ${stepName(there[at.dataIndex].step)}\n` +
            tooltip(there[at.dataIndex]),
        },
        data: there.map((point) => [x(point), y(point)]),
      });
    });
    return series;
  }

  const stepName = (step) => String(Number.isInteger(step) ? step : step.toFixed(1));

  function byEnergy(key, name) {
    return (comparison, narrow) => ({
      ...base(narrow),
      xAxis: across("mean U of the kept samples (nats)", { boundaryGap: ["3%", "3%"] }),
      yAxis: upward(name, { boundaryGap: ["4%", "6%"] }),
      series: lines(
        (point) => point.energy,
        (point) => point[key],
        {
          labelled: true,
          tooltip: (point) => `${name} ${figure(point[key])}\nmean U ${figure(point.energy)}`,
        },
      ),
    });
  }

  function spreadAxis(name) {
    return across(name + " (logarithmic)", {
      minInterval: 1,
      maxInterval: 1,
      splitLine: { show: false },
      axisLabel: { color: style("muted"), fontSize: 12, hideOverlap: true, formatter: gathered },
    });
  }

  function trace(key, name) {
    return (comparison, narrow) => ({
      ...base(narrow),
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
    return (comparison, narrow) => ({
      ...base(narrow),
      xAxis: spreadAxis("steps"),
      yAxis: upward(name),
      series: lines(
        (point) => spread(point.step),
        (point) => point[key],
        { tooltip: (point) => `${name} ${figure(point[key])}` },
      ),
    });
  }

  // One horizontal bar per sampler and metric, with its interval.
  function horizontal(name, metrics) {
    return (comparison, narrow) => {
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
        ...base(narrow),
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
            color: style("text"),
            fontSize: 12,
            width: narrow ? 90 : 170,
            overflow: "break",
          },
          axisLine: { lineStyle: { color: style("rule") } },
          axisTick: { show: false },
        },
        series,
      };
    };
  }

  const draw = {
    quality: tradeOff("corpusBleu", "Corpus BLEU (0 to 100)", true),
    energy: tradeOff("meanEnergy", "mean U of the kept samples (nats)", false),
    "self-bleu-by-energy": byEnergy("selfBleu", "Self-BLEU (0 to 100)"),
    "unique-2-by-energy": byEnergy("unique2", "unique 2-grams (%)"),
    "unique-3-by-energy": byEnergy("unique3", "unique 3-grams (%)"),
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
    const option = draw[place.dataset.plot](place.dataset.comparison, place.clientWidth < 480);
    chart.setOption(option, { notMerge: true });
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
