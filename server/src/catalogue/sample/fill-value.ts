import type { Dice } from './dice.ts'
import { keywordMetrics, longerKeyword } from './keyword-metrics.ts'
import { businessName, capital, domainName, nickName, pagePath, paragraph, slug, statement } from './names.ts'
import { daysBefore, stamp } from './question.ts'

/** The context of a value: the fields beside it determine its subject. */
export interface About {
  now: Date
  keyword: string
  location_code: number
  engine: string
  /** The called function. */
  type: string
}

type Make<T> = (dice: Dice, about: About, name: string) => T

/** Fields that a result rarely has. */
export const RARE =
  /^(cache_url|related_search_url|pre_snippet|extended_snippet|extended_people_also_search|featured_title|checks|xpath)$/

const address: Make<string> = (dice, about) => `https://${domainName(dice)}${pagePath(dice, about.keyword)}`
const moment: Make<string> = (dice, { now }) => stamp(daysBefore(now, dice.whole(1, 400)))
const day: Make<string> = (dice, { now }) => daysBefore(now, dice.whole(1, 400)).toISOString().slice(0, 10)
const token: Make<string> = (dice) => dice.whole(1_000_000_000, 9_999_999_999).toString(36)
const country: Make<string> = (dice) => dice.pick(['US', 'DE', 'GB', 'FR', 'ES'])
const language: Make<string> = (dice) => dice.pick(['en', 'de', 'fr', 'es'])
const name: Make<string> = (dice) => businessName(dice)

/** Makers of texts by field name; the first match wins. */
const TEXTS: [RegExp, Make<string>][] = [
  [
    /^(keyword|seed_keyword|suggestion|search|query)$/,
    (dice, { keyword }) => longerKeyword(keyword, dice.whole(0, 60)),
  ],
  [/(_|^)keywords$/, (dice, { keyword }) => longerKeyword(keyword, dice.whole(0, 60))],
  [/^se_type$/, (_, { engine }) => engine],
  [/^se_domain$/, (_, { engine }) => `${engine}.com`],
  [/language_code|_language$|^language$|^hunspell/, language],
  [/^language_name$/, (dice) => dice.pick(['English', 'German', 'French', 'Spanish'])],
  [/country/, country],
  [/currency|quote_symbol/, () => 'USD'],
  [/(^|_)(date|date_from|date_to|day)$/, day],
  [/datetime|timestamp|_time$|_seen$|_at$|time_update|updated|fetch_time|cancellation/, moment],
  [/time_ago$/, (dice) => `${dice.whole(2, 11)} months ago`],
  [/duration/, (dice) => `${dice.whole(1, 59)}:${dice.whole(10, 59)}`],
  [
    /(^|_)(url|urls|uri|href|link|logo|icon|favicon|image|images|thumbnail|picture|canonical|page|aclk|link_from|link_to|page_from|page_to)$/,
    address,
  ],
  [/^(breadcrumb|highlighted)$/, (dice) => statement(dice).toLowerCase()],
  [/subdomain/, (dice) => `shop.${domainName(dice)}`],
  [/emails?$/, (dice) => `hello@${domainName(dice)}`],
  [
    /(^|_)(domain|domains|domain_from|domain_to|target|website_name|server_name)$|domain_(from|to)$/,
    (dice) => domainName(dice),
  ],
  [/(^|_)ip$|gateway_address/, (dice) => `192.0.2.${dice.whole(1, 254)}`],
  [/tld/, (dice) => dice.pick(['example', 'test'])],
  [/phone/, (dice) => `+1 555 01${dice.whole(10, 99)}`],
  [/address$|^location$/, (dice) => `${dice.whole(1, 240)} Sample Street`],
  [/^location_name|geo_name/, () => 'United States'],
  [/asin/, (dice) => `B0${dice.whole(10_000_000, 99_999_999)}`],
  [/^app_id$/, (dice) => `example.${slug(businessName(dice)).replaceAll('-', '.')}`],
  [/(^|_)(id|ids|cid|gid|docid|identifier|token|search_after)$|ticker|symbol/, token],
  [/^xpath$/, (dice) => `/html[1]/body[1]/div[${dice.whole(1, 9)}]`],
  [/^html$/, (dice, { keyword }) => `<!doctype html><title>${capital(keyword)}</title><p>${statement(dice)}.</p>`],
  [/^position$/, () => 'left'],
  [
    /competition_level$|^competition$/,
    (_, { keyword, location_code }) => keywordMetrics(keyword, location_code).competition,
  ],
  [/main_intent|^label$|intent$/, (_, { keyword, location_code }) => keywordMetrics(keyword, location_code).intent],
  [/^(platform|device)$/, (dice) => dice.pick(['desktop', 'mobile'])],
  [/version/, (dice) => `${dice.whole(1, 12)}.${dice.whole(0, 20)}`],
  [/rating_type/, () => 'Max5'],
  [/crawl_progress|^status$/, () => 'finished'],
  [/price|^value$|^size$/, (dice) => String(dice.whole(5, 900))],
  [/profile_name|author|user_name|reviewer/, (dice) => nickName(dice)],
  [/categor(y|ies)|genre|brand_category/, (dice) => dice.pick(['Home', 'Business', 'Travel', 'Health'])],
  [/model_name|^model$/, () => 'sample-large'],
  [/(^|_)(name|brand|developer|seller|source|channel|server|cms|technology|technologies)$|displayed_name/, name],
  [
    /description|snippet|text|markdown|content|answer|message|notes|review/,
    (dice, { keyword }) => paragraph(dice, keyword),
  ],
  [/question/, (dice, { keyword }) => `${capital(longerKeyword(keyword, dice.whole(0, 60)))}?`],
  [/^(item_)?types?$/, (_, { type }) => type],
  [/_types?$/, (_, __, field) => field.replace(/_types?$/, '')],
]

export const fillText = byName<string>(TEXTS, (dice) => statement(dice))

const cents: Make<number> = (dice) => dice.whole(50, 90_000) / 100
const share: Make<number> = (dice) => dice.whole(0, 100) / 100

const NUMBERS: [RegExp, Make<number>][] = [
  [/^location_code$/, (_, { location_code }) => location_code],
  [/search_volume$/, (_, { keyword, location_code }) => keywordMetrics(keyword, location_code).search_volume],
  [/keyword_difficulty/, (_, { keyword, location_code }) => keywordMetrics(keyword, location_code).difficulty],
  [/competition_index/, (_, { keyword, location_code }) => keywordMetrics(keyword, location_code).competition_index],
  [/^competition$/, (_, { keyword, location_code }) => keywordMetrics(keyword, location_code).competition_index / 100],
  [/^cpc$/, (_, { keyword, location_code }) => keywordMetrics(keyword, location_code).cpc],
  [
    /low_top_of_page_bid/,
    (_, { keyword, location_code }) => keywordMetrics(keyword, location_code).low_top_of_page_bid,
  ],
  [
    /high_top_of_page_bid/,
    (_, { keyword, location_code }) => keywordMetrics(keyword, location_code).high_top_of_page_bid,
  ],
  [/^year$/, (_, { now }) => now.getUTCFullYear()],
  [/^month$/, (dice) => dice.whole(1, 12)],
  [/latitude/, (dice) => dice.whole(-60_000, 70_000) / 1_000],
  [/longitude/, (dice) => dice.whole(-170_000, 170_000) / 1_000],
  [/status_code/, () => 200],
  [/rating_max/, () => 5],
  [/probability|percent|ctr|ratio|rate$|_share|consistency|layout_shift/, share],
  [/price|cost|money|bid|cpc|tax$|index_value|delta$/, cents],
  [/score|difficulty|competition/, (dice) => dice.whole(0, 100)],
  [
    /^(position|rank|rank_group|rank_absolute|page|level|depth|line|stars|hotel_rating|avg_position)$/,
    (dice) => dice.whole(1, 20),
  ],
  [/rank/, (dice) => dice.whole(1, 700)],
  [/^(width|height)$/, (dice) => dice.whole(4, 40) * 50],
  [/timestamp/, (dice, { now }) => Math.floor(daysBefore(now, dice.whole(1, 400)).getTime() / 1_000)],
  [/volume|etv|views|impressions|installs|results_count/, (dice) => dice.skewed(90_000) + 10],
]

export const fillNumber = byName<number>(NUMBERS, (dice) => dice.skewed(2_000) + 1)

/** Remembers the match per name. */
function byName<T>(rows: [RegExp, Make<T>][], otherwise: Make<T>) {
  const known = new Map<string, Make<T>>()
  return (field: string, dice: Dice, about: About): T => {
    const make = known.get(field) ?? rows.find(([fits]) => fits.test(field))?.[1] ?? otherwise
    known.set(field, make)
    return make(dice, about, field)
  }
}

const KEYS: [RegExp, string[]][] = [
  [/countr/, ['US', 'DE', 'GB']],
  [/language/, ['en', 'de']],
  [/tld/, ['example', 'test']],
  [/rating_distribution/, ['1', '2', '3', '4', '5']],
  [/gender/, ['female', 'male']],
  [/age_/, ['18-24', '25-34', '35-44']],
  [/sentiment/, ['happiness', 'anger', 'love', 'sadness']],
  [/connotation/, ['positive', 'negative', 'neutral']],
  [/timetable|days/, ['monday', 'friday']],
  [/metrics/, ['organic', 'paid']],
  [/intersection|^targets$|^pages$|asins|app_ids/, ['1', '2']],
  [/link.*type/, ['anchor', 'image']],
  [/attribut/, ['nofollow', 'ugc']],
]

/** Keys with which a map is filled. */
export function keysOf(field: string): string[] {
  return KEYS.find(([fits]) => fits.test(field))?.[1] ?? ['sample']
}
