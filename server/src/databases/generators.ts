import { combine, type Random, randomOf } from './random.ts'

export type Cell = string | number | boolean | null
export type DataRecord = Record<string, Cell>

export const GENERATORS = ['keywords', 'domains', 'businesses', 'technologies'] as const
export type GeneratorName = (typeof GENERATORS)[number]

// Made-up words only: nothing here is a company, a product or a person.
// biome-ignore format: a list of words reads better as lines
const TOPICS = [
  'running shoes', 'coffee grinder', 'desk lamp', 'garden hose', 'tent', 'yoga mat', 'bread maker', 'bicycle helmet', 'camping stove',
  'office chair', 'water bottle', 'hiking boots', 'rain jacket', 'travel bag', 'chess set', 'piano lessons', 'solar panels', 'heat pump',
  'cordless drill', 'mattress', 'dog food', 'cat tree', 'fish tank', 'baby monitor', 'stroller', 'winter tyres', 'roof box', 'electric car',
  'tax return', 'savings account', 'travel insurance', 'language course', 'photo book', 'wedding ring', 'sewing machine', 'air purifier',
  'rice cooker', 'pizza oven', 'wine glasses', 'book shelf', 'garden shed', 'lawn mower', 'pressure washer', 'web hosting', 'crm software',
  'e-mail marketing', 'accounting software', 'password manager',
] as const
// biome-ignore format: a list of words reads better as lines
const BEFORE = [
  'best', 'cheap', 'used', 'small', 'large', 'light', 'quiet', 'foldable', 'wooden', 'modern', 'black', 'white', 'how to choose', 'how to clean',
  'buy', 'rent', 'compare', 'top ten', 'new', 'professional', 'simple', 'strong', 'organic', 'handmade', 'second hand', 'discount', 'local',
  'online', 'fast', 'reliable', 'affordable', 'premium',
] as const
// biome-ignore format: a list of words reads better as lines
const AFTER = [
  '', 'near me', 'review', 'price', 'for beginners', 'for kids', 'test', 'guide', 'sale', 'ideas', '2026', 'sizes', 'for home', 'for work',
  'with delivery', 'warranty', 'vs', 'alternatives', 'in stock', 'for small rooms', 'for seniors', 'set', 'parts', 'offers', 'by brand',
  'colours', 'for travel', 'comparison', 'manual', 'spare parts', 'gift', 'tips',
] as const
// biome-ignore format: a list of words reads better as lines
const FIRST = [
  'bright', 'quill', 'amber', 'north', 'cedar', 'silver', 'river', 'stone', 'maple', 'lumen', 'clear', 'hollow', 'copper', 'meadow', 'harbor',
  'velvet', 'summit', 'willow', 'ember', 'juniper', 'cobalt', 'fern', 'granite', 'lark', 'birch', 'coral', 'dune', 'frost', 'grove', 'hazel',
] as const
// biome-ignore format: a list of words reads better as lines
const SECOND = [
  'works', 'field', 'lane', 'craft', 'nest', 'ridge', 'point', 'mill', 'loom', 'yard', 'forge', 'bay', 'haven', 'trail', 'brook', 'gate', 'hearth',
  'press', 'pine', 'cove', 'vale', 'house', 'garden', 'market', 'studio', 'supply', 'kitchen', 'motors', 'labs', 'goods',
] as const
// biome-ignore format: a list of words reads better as lines
const THIRD = [
  '', '-shop', '-online', '-group', '-store', '-direct', '-home', '-care', '-pro', '-club', '-team', '-plus', '-hub', '-base', '-one', '-go',
  '-now', '-way', '-box', '-land', '-time', '-line', '-zone', '-web', '-plan', '-next', '-best', '-link', '-key', '-spot', '-port', '-ware',
  '-desk', '-view', '-city', '-tree', '-star', '-wave', '-path', '-mind', '-core', '-lab', '-kit', '-net', '-fit', '-art', '-bio', '-eco',
] as const
const INTENTS = ['informational', 'navigational', 'commercial', 'transactional'] as const
// biome-ignore format: a list of words reads better as lines
const CATEGORIES = [
  'furniture_store', 'coffee_shop', 'dentist', 'hotel', 'gym', 'bookstore', 'bakery', 'florist', 'bicycle_shop', 'law_firm', 'pharmacy', 'car_repair',
] as const
const STREETS = ['Sample Street', 'Example Road', 'Market Lane', 'Station Avenue', 'Park Row', 'Mill Lane'] as const
const CONTENT = ['Quillpress', 'Stonepage', 'Larkcms', 'Meadowsite'] as const
const SHOPS = ['Harborcart', 'Millshop', 'Covestore'] as const
const ANALYTICS = ['Lumenstats', 'Trailcount', 'Ferngauge'] as const
const HOSTS = ['Northrack', 'Cedarcloud', 'Granitehost', 'Baynet', 'Cobalt Servers'] as const
/** Roughly in the middle of each country; elsewhere in the middle of Europe. */
// biome-ignore format: one pair each
const CENTRES: Record<string, readonly [number, number]> = {
  US: [39.8, -98.6], GB: [52.9, -1.5], DE: [51.1, 10.4], FR: [46.6, 2.4], ES: [40.2, -3.6], AT: [47.6, 14.1], CH: [46.8, 8.2],
}

interface RecordInput {
  row: number
  location: string
  /** The values differ between versions, their subjects do not. */
  metrics: Random
  /** The same in every version. */
  base: Random
  month: string
}

const domainOf = (row: number) => `${combine(row, [FIRST, SECOND, THIRD]).join('')}.example`
const dayOf = (month: string, random: Random) => `${month}-${String(random.whole(1, 28)).padStart(2, '0')}`

const MAKERS: Record<GeneratorName, (input: RecordInput) => DataRecord> = {
  keywords({ row, location, metrics, base, month }) {
    const [topic = '', before = '', after = ''] = combine(row, [TOPICS, BEFORE, AFTER])
    const keyword = [before, topic, after].filter(Boolean).join(' ')
    const volume = 10 + base.skewed(90_000)
    return {
      keyword,
      location,
      search_volume: volume,
      search_volume_last_month: Math.round((volume * metrics.whole(60, 150)) / 100),
      cpc_usd: metrics.chance(0.85) ? metrics.decimal(0.05, 9, 2) : null,
      competition: metrics.decimal(0, 1, 2),
      difficulty: base.whole(0, 100),
      intent: base.pick(INTENTS),
      words: keyword.split(' ').length,
      updated_on: dayOf(month, metrics),
    }
  },
  domains({ row, location, metrics, base }) {
    const backlinks = 3 + base.skewed(400_000)
    return {
      domain: domainOf(row),
      location,
      rank: base.whole(0, 1000),
      backlinks,
      referring_domains: Math.ceil(backlinks / base.whole(2, 30)),
      dofollow_share: metrics.decimal(0.3, 1, 3),
      new_backlinks: metrics.skewed(Math.ceil(backlinks / 10)),
      lost_backlinks: metrics.skewed(Math.ceil(backlinks / 12)),
      spam_score: base.skewed(100),
      first_seen: dayOf(`20${base.whole(12, 25)}-${String(base.whole(1, 12)).padStart(2, '0')}`, base),
    }
  },
  businesses({ row, location, metrics, base }) {
    const [first = '', second = '', third = ''] = combine(row, [FIRST, SECOND, THIRD])
    const reviews = base.chance(0.9) ? base.skewed(4_000) + metrics.whole(0, 20) : 0
    const [north, east] = CENTRES[location] ?? [50, 15]
    return {
      place_id: `${location}-${String(row + 1).padStart(7, '0')}`,
      name: `${capital(first)} ${capital(second)}${third ? ` ${capital(third.slice(1))}` : ''}`,
      category: base.pick(CATEGORIES),
      location,
      address: `${base.whole(1, 240)} ${base.pick(STREETS)}`,
      phone: base.chance(0.9) ? `555 01${base.whole(10, 99)} ${base.whole(1000, 9999)}` : null,
      website: base.chance(0.7) ? `${first}${second}${third}.example` : null,
      latitude: Number((north + base.decimal(-2, 2, 5)).toFixed(5)),
      longitude: Number((east + base.decimal(-3, 3, 5)).toFixed(5)),
      rating: reviews > 0 ? metrics.decimal(2.6, 5, 1) : null,
      reviews,
      is_claimed: base.chance(0.75),
    }
  },
  technologies({ row, location, metrics, base, month }) {
    return {
      domain: domainOf(row),
      location,
      content_management: base.chance(0.7) ? base.pick(CONTENT) : null,
      shop_system: base.chance(0.35) ? base.pick(SHOPS) : null,
      analytics: base.chance(0.8) ? base.pick(ANALYTICS) : null,
      hosting: base.pick(HOSTS),
      has_consent_banner: base.chance(0.6),
      found_on: dayOf(month, metrics),
    }
  },
}

export interface Wanted {
  generator: GeneratorName
  version: string
  location: string
  records: number
}

/** The records of one location in one version, always the same ones. */
export function* generate({ generator, version, location, records }: Wanted): Generator<DataRecord> {
  const month = version.slice(0, 7)
  for (let row = 0; row < records; row += 1) {
    const base = randomOf(`${generator} ${location} ${row}`)
    const metrics = randomOf(`${generator} ${location} ${row} ${version}`)
    yield MAKERS[generator]({ row, location, metrics, base, month })
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
