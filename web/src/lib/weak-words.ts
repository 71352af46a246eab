/** Words that occur in many passwords, in the languages we speak; chosen by hand, all lower-case. */
export const WEAK_WORDS = `
password passwort passwd pass word motdepasse contrasena clave parol пароль kennwort geheim secret sesame
admin administrator root user guest login welcome willkommen bienvenue bienvenido master manager support system server
test testing demo sample example default change changeme letmein open access enter please hello hallo hola bonjour привет
love liebe amour amor любовь lover iloveyou ichliebedich jetaime teamo baby babe honey angel princess prinzessin princesa
sweet sugar candy cookie chocolate banana apple orange cherry lemon pepper ginger coffee pizza cheese
dragon monkey tiger lion wolf eagle falcon panda bear horse pony kitty katze hund dolphin butterfly spider shark chicken
football fussball futbol soccer baseball hockey basketball tennis golf rugby chelsea arsenal barcelona juventus madrid
superman batman spiderman pokemon naruto starwars matrix mario zelda minecraft ninja samurai pirate wizard warrior
summer winter spring autumn sommer verano hiver monday friday sunday january march april june july august october december
london paris berlin moscow москва россия russia germany deutschland france espana america canada australia india china
michael daniel thomas andrew joshua matthew robert charlie george william alexander max peter stefan martin nicolas pierre
anna maria laura sarah jessica jennifer michelle ashley nicole amanda julia sophie natasha sergey dmitry marina наташа
mama papa mother father family freedom forever friend friends happy lucky smile sunshine rainbow flower star diamond
silver golden black white purple yellow green money dollar business company office school student computer internet
google facebook youtube samsung windows android mustang ferrari porsche mercedes corvette yamaha harley guitar music
dance jordan killer hunter ranger thunder storm fire ice snow magic power trustno soleil doudou chouchou azerty
qwerty qwertz asdf zxcv shadow phoenix merlin jesus heaven blessed faith whatever nothing spirit
data api token cloud report keyword domain site
`
  .trim()
  .split(/\s+/)
