/**
 * Words by which vendors name the account of the key's holder: with the operator's credentials a customer would read or change it. A
 * name is such a word in singular or plural, or made of them and of `COMMON` words.
 */
const ACCOUNT = wordSet(
  'account collaborator credit grant hook identity invoice licence license me member membership org organisation organization payment profile role session subscription team tenant usage user workspace',
)
/** These count in any name: `listKeys`, `accountBalance`, `ssh-keys`. */
const ANYWHERE = wordSet(
  'admin administrator audit auth balance bankaccount iam invite key login logout mfa oauth oauth2 payout quota rolebinding saml scim secret serviceaccount sso subaccount token wallet whoami',
)
/** Long enough to be found within a word, as in `newpassword` and `publishingcredentials`. */
const WITHIN =
  /(access|activation|api|crypto|encryption|host|private|secret|shared|signing|ssh|stream)key|adminaccount|authsetting|billing|clusterrole|credential|invitation|password|permission|webhook/
/** Pairs of words that name data: the key of a tag opens nothing. */
const OF_DATA = wordSet(
  'attributekey filterkey partitionkey propertykey routingkey tagkey targetingkey translationkey walletobject',
)
/** Words without a meaning of their own: `GetUserInfo`, `account-settings`. */
const COMMON = wordSet(
  'a add activity all api assignment authenticated bank batch by change config configuration create current data default definition delete describe detail disable enable export external find get history holder id import in info information limit link linked list log manage management manager migrate my name number of own policy post preference put register remove request response resource result retrieve rest search self service set setting statement status summary the transfer type update v1 v2 view',
)

/** The words of a name because of which the operator must decide about an operation. */
export function accountWordsIn(name: string): string[] {
  const words = wordsIn(name)
  const anywhere = words.flatMap((word, at) => {
    const pair = `${words[at - 1] ?? ''}${word}`
    if (OF_DATA.has(pair) || OF_DATA.has(`${word}${words[at + 1] ?? ''}`)) return []
    if (ANYWHERE.has(word) || ANYWHERE.has(pair)) return [word]
    return WITHIN.exec(word)?.[0] ?? (WITHIN.test(pair) ? [pair] : [])
  })
  const meaning = words.filter((word) => !COMMON.has(word))
  const is_account = meaning.length > 0 && meaning.every((word) => ACCOUNT.has(word))
  return [...new Set(is_account ? [...anywhere, ...meaning] : anywhere)]
}

export function isAccountWord(word: string): boolean {
  return ACCOUNT.has(word) || ANYWHERE.has(word) || WITHIN.test(word)
}

/** `adminApiKeys` → admin, api, keys. */
export function wordsIn(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Without the words of no meaning. */
export function meaningOf(name: string): string[] {
  return wordsIn(name).filter((word) => !COMMON.has(word))
}

/** Each in singular and plural. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').flatMap((word) => [word, `${word}s`, word.replace(/y$/, 'ies')]))
}

/** In one form: `users` and `user` name the same. */
export function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}
