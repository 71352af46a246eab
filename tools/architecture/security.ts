import { importsOf } from './imports.ts'
import { checkRules, product, type Rule } from './rule.ts'
import { isTest, type Source } from './tree.ts'

/** Files where text may become markup or code, each with its reason. */
const markupAllowed: Record<string, string> = {
  'web/src/code-samples/code-samples.test.ts': 'runs the code sample it checks; a test is never served',
}

/** Files that normalise text, each with what bounds its length. */
const normaliseAllowed: Record<string, string> = {
  'contract/src/rules.ts': 'leaves texts beyond TYPED_MAX as they are',
  'server/src/auth/password-list.ts': 'is given passwords that have passed their schema',
  'server/src/mail/sanitize-name.ts': 'is given names out of the database',
}

const rules: Rule[] = [
  {
    what: 'SEC-H1 text is normalised only where its length is bounded: the time grows with its square',
    words: /^call (\S*\.)?normalize$/,
    within: ['server/src/**', 'contract/src/**'],
    except: Object.keys(normaliseAllowed),
    tests: 'free',
  },
  {
    what: 'A4 trusted proxies are named, never counted',
    words: /^set trustProxy (true|\d+)$/,
    within: ['server/**'],
    except: [],
    tests: 'bound',
  },
  {
    what: 'A1 passwords know one hash, argon2',
    words: /^name (scrypt|pbkdf2)(Sync)?$|^import (bcrypt|bcryptjs|scrypt|pbkdf2)(\/|$)/,
    within: ['server/src/**'],
    except: [],
    tests: 'bound',
  },
  {
    what: 'what is random comes from node:crypto',
    words: /^member (\S*\.)?Math\.random$/,
    within: ['server/src/**', 'contract/src/**'],
    except: [],
    tests: 'free',
  },
  {
    what: 'F10 text never becomes markup or code',
    words:
      /^(name |member \S*\.)(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML)$|^call ((globalThis|window)\.)?eval$|^(new|call) Function\b|^call (\S*\.)?document\.write(ln)?$|^text to ((globalThis|window)\.)?set(Timeout|Interval)$/,
    within: product,
    except: Object.keys(markupAllowed),
    tests: 'bound',
  },
]

export function checkSecurity(sources: Source[]): string[] {
  return [...checkRules(rules, sources), ...checkHasher(sources)]
}

/** A1: one file owns the parameters of the hash, so that nothing can be stored with weaker ones. */
function checkHasher(sources: Source[]): string[] {
  const users = sources
    .filter((source) => source.path.startsWith('server/src/') && !isTest(source))
    .filter((source) => importsOf(source).some(({ specifier }) => /(^|\/)argon2(\/|$)/.test(specifier)))
    .map(({ path }) => path)
  return users.length === 1 ? [] : [`A1 argon2 is imported in exactly one file, not in ${users.join(', ') || 'none'}`]
}
