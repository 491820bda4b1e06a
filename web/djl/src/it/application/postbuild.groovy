def target = new File(basedir, 'target')
def command = [
    new File(System.getProperty('java.home'), 'bin/java').path, '-Duser.language=en', '-classpath',
    new File(target, 'classes').path + File.pathSeparator + new File(target, 'class-path.txt').getText('UTF-8').trim(),
    'com.example.Example']
def builder = new ProcessBuilder(command).redirectErrorStream(true)
builder.environment().put('INFILL_CACHE', cache)
def process = builder.start()
def printed = process.inputStream.getText('UTF-8')
assert process.waitFor() == 0: printed
assert printed =~ /(?m)^\d+\.\d %  the old \w+ walked slowly down the \w+ to the river \.$/
