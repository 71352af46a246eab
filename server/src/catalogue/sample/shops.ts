import type { Dice } from './dice.ts'
import { longerKeyword } from './keyword-metrics.ts'
import { businessName, capital, domainName, paragraph, slug, statement } from './names.ts'
import { daysBefore, marketOf, type Question, stamp } from './question.ts'
import { type Row, range, windowOf } from './rows.ts'

function ratingOf(dice: Dice) {
  return { rating_type: 'Max5', value: dice.whole(25, 50) / 10, votes_count: dice.skewed(90_000), rating_max: 5 }
}

function app(dice: Dice, store: string) {
  const name = businessName(dice)
  const app_id =
    store === 'apple' ? String(dice.whole(1_000_000_000, 1_999_999_999)) : `example.${slug(name).replaceAll('-', '.')}`
  return {
    app_id,
    title: name,
    url: `https://apps.example/${app_id}`,
    developer: businessName(dice),
    is_free: dice.chance(0.85),
    rating: ratingOf(dice),
    installs_count: dice.skewed(50_000_000),
  }
}

function storeOf({ entry }: Question): string {
  return entry.function_id.split('/')[1] ?? 'google'
}

/** Apps of a search or a chart, of the requested depth. */
export const rankedApps = (question: Question, _row: number, dice: Dice): Row => ({
  type: `${storeOf(question)}_search_organic`,
  ...app(dice, storeOf(question)),
})

export function appProfile(question: Question) {
  const dice = question.dice()
  const app_id = question.text('app_id')
  const version = {
    version: `${dice.whole(1, 12)}.${dice.whole(0, 20)}`,
    released_date: stamp(daysBefore(question.now, 400)),
    last_update_date: stamp(daysBefore(question.now, dice.whole(1, 90))),
  }
  const item = {
    type: `${storeOf(question)}_app_info`,
    ...app(dice, storeOf(question)),
    app_id,
    ...version,
    description: paragraph(dice, 'this app'),
    genres: ['Productivity'],
    size: `${dice.whole(5, 200)} MB`,
  }
  return [{ app_id, ...marketOf(question), datetime: stamp(question.now), items_count: 1, items: [item] }]
}

export function appListings(question: Question) {
  const window = windowOf(question, question.dice().whole(60, 8_000), (row) => {
    const { app_id, ...one } = app(question.dice(row), storeOf(question))
    return {
      app_id,
      ...one,
      genres: [question.texts('categories')[0] ?? 'Productivity'],
      last_updated_time: stamp(daysBefore(question.now, row % 50)),
    }
  })
  return [window]
}

function product(dice: Dice, keyword: string) {
  const price = dice.whole(900, 90_000) / 100
  return {
    title: `${businessName(dice)} ${longerKeyword(keyword, dice.whole(0, 60))}`,
    product_id: String(dice.whole(1_000_000_000, 9_999_999_999)),
    data_asin: `B0${dice.whole(10_000_000, 99_999_999)}`,
    seller: businessName(dice),
    domain: domainName(dice),
    price,
    currency: 'USD',
    product_rating: ratingOf(dice),
  }
}

/** Products of a search; all are within the requested price range. */
export const products = (question: Question, _row: number, dice: Dice): Row => {
  const one = product(dice, question.text('keyword', 'example'))
  const least = question.number('price_min', 0)
  const most = Math.max(least, question.number('price_max', 1_000))
  const price = Math.round((least + dice.next() * (most - least)) * 100) / 100
  const type = storeOf(question) === 'amazon' ? 'amazon_serp' : 'google_shopping_serp'
  return { type, ...one, price }
}

export function sellers(question: Question) {
  const items = range(0, question.dice().whole(2, 14)).map((row) => {
    const dice = question.dice(row)
    const base_price = dice.whole(9_000, 90_000) / 100
    const shipment_price = dice.chance(0.5) ? 0 : dice.whole(5, 40)
    return {
      type: 'shops_list',
      title: businessName(dice),
      domain: domainName(dice),
      rank_group: row + 1,
      base_price,
      shipment_price,
      total_price: Math.round((base_price + shipment_price) * 100) / 100,
      currency: 'USD',
      rating: ratingOf(dice),
    }
  })
  return [
    {
      product_id: question.text('product_id'),
      ...marketOf(question),
      datetime: stamp(question.now),
      items_count: items.length,
      items,
    },
  ]
}

export function productProfile(question: Question) {
  const dice = question.dice()
  const id = question.text('product_id') || question.text('asin')
  const one = product(dice, 'sample product')
  const item = {
    type: 'product_info',
    ...one,
    title: capital(one.title),
    description: paragraph(dice, one.title),
    features: range(0, 4).map(() => statement(dice)),
  }
  return [
    {
      [question.text('asin') ? 'asin' : 'product_id']: id,
      ...marketOf(question),
      datetime: stamp(question.now),
      items_count: 1,
      items: [item],
    },
  ]
}
