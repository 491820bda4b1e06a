// The README's dependency, imports and lines of Java, as a stranger would paste them into a new project.
def readme = new File(basedir, '../../../../../README.md').getText('UTF-8')
def block = { language -> (readme =~ /(?s)```${language}\r?\n(.*?)```/)[0][1] }

def pom = new File(basedir, 'pom.xml')
pom.setText(pom.getText('UTF-8').replace('<!-- The README\'s block. -->', block('xml')), 'UTF-8')

def (imports, statements) = block('java').readLines().split { it.startsWith('import ') }
def example = new File(basedir, 'src/main/java/com/example/Example.java')
example.parentFile.mkdirs()
example.setText("""package com.example;

${imports.join('\n')}

class Example {
  public static void main(String[] arguments) throws Exception {
${statements.join('\n')}
  }
}
""", 'UTF-8')
