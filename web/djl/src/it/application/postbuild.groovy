def log = new File(basedir, 'build.log').getText('UTF-8')
def filling = ~/(?m)^-\d+\.\d\d  \d+ %  the old \w+ walked slowly down the \w+ to the river \.$/
assert filling.matcher(log).find(): 'no filling is printed: build.log'
