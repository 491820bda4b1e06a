# What ./infill and bin/infill of the archives have in common, for both to read; in POSIX's shell language.

# Becomes Java. Parameters: options of Java, what it runs, and the arguments of that. $java is the program.
launch() {
  # Java 17 decodes arguments as the locale says, and knows of no terminals.
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    *[Uu][Tt][Ff]8* | *[Uu][Tt][Ff]-8*) ;;
    *)
      # Only bash, which is macOS's shell, sets OSTYPE.
      case ${OSTYPE:-} in
        darwin*) export LC_ALL=en_US.UTF-8 ;;
        *) export LC_ALL=C.UTF-8 ;;
      esac
      ;;
  esac
  terminals=
  columns=
  if [ -t 1 ]; then terminals=out; fi
  if [ -t 2 ]; then terminals=$terminals,err; fi
  if [ -n "$terminals" ]; then
    columns=$(stty size 2>/dev/null </dev/tty) || true
    columns=${columns##* }
  fi

  # ONNX Runtime sends nothing, and looks at no command line. The library sees to it as well.
  export ORT_DISABLE_TELEMETRY=1

  # Ten times the usual thresholds of the optimizing compiler: most runs are short, and on two cores it takes time from
  # the model. What is long is compiled all the same.
  # What clients send is not quoted in logs.
  # Without the tunneling property a proxy's name and password are not sent for https.
  exec "$java" -Xmx1g \
    -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000 \
    -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000 \
    -Dinfill.terminals="$terminals" -Dinfill.columns="$columns" \
    -Dai.djl.offline=true -Dfile.encoding=UTF-8 -Djdk.http.auth.tunneling.disabledSchemes= \
    -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -Dorg.slf4j.simpleLogger.log.ai.djl=error \
    -Dorg.slf4j.simpleLogger.log.org.eclipse.jetty.util.HostPort=error \
    -Dorg.slf4j.simpleLogger.log.org.eclipse.jetty.http.HttpParser=error \
    "$@"
}

# Ends with an error unless $java is Java 17 or later.
check_java() {
  version=$("$java" -version 2>&1) || fail "$java does not run: $version"
  version=${version#*\"}
  version=${version%%[!0-9]*}
  [ "${version:-0}" -ge 17 ] || fail "Java 17 or later is needed; $java is Java ${version:-?}"
}
