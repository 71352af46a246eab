import type { Dice } from './dice.ts'
import { businessName, nickName, opinion, slug, statement } from './names.ts'
import { daysBefore, marketOf, type Question, stamp } from './question.ts'
import { type Row, range, windowOf } from './rows.ts'

const CATEGORIES = [
  'furniture_store',
  'coffee_shop',
  'dentist',
  'hotel',
  'gym',
  'bookstore',
  'bakery',
  'florist',
] as const

function business(dice: Dice, title = businessName(dice)) {
  return {
    title,
    category: dice.pick(CATEGORIES),
    cid: String(dice.whole(1_000_000_000, 9_999_999_999)),
    place_id: `ChIJ${slug(title).replaceAll('-', '')}${dice.whole(1_000, 9_999)}`,
    address: `${dice.whole(1, 240)} Sample Street`,
    phone: `+1 555 01${dice.whole(10, 99)}`,
    domain: `${slug(title).replaceAll('-', '')}.example`,
    latitude: dice.whole(-60_000, 70_000) / 1_000,
    longitude: dice.whole(-170_000, 170_000) / 1_000,
    is_claimed: dice.chance(0.8),
    rating: { rating_type: 'Max5', value: dice.whole(28, 50) / 10, votes_count: dice.skewed(4_000) },
  }
}

export const venues = (_question: Question, _row: number, dice: Dice): Row => ({
  type: 'maps_search',
  ...business(dice),
})

export function listings(question: Question) {
  const wanted = question.texts('categories')[0]
  const window = windowOf(question, question.dice().whole(60, 9_000), (row) => {
    const one = business(question.dice(row))
    return {
      type: 'business_listing',
      ...one,
      category: wanted ?? one.category,
      last_updated_time: stamp(daysBefore(question.now, row % 40)),
    }
  })
  return [window]
}

export function categoryCounts(question: Question) {
  const window = windowOf(question, CATEGORIES.length, (row) => ({
    type: 'business_listings_categories_aggregation',
    categories: [CATEGORIES[row]],
    count: question.dice(row).whole(3, 4_000),
  }))
  return [window]
}

export function profile(question: Question) {
  const dice = question.dice()
  const name = question.text('keyword', businessName(dice))
  const hours = { open: { hour: dice.whole(7, 10), minute: 0 }, close: { hour: dice.whole(17, 21), minute: 0 } }
  const item = {
    type: 'google_business_info',
    ...business(dice, name),
    description: statement(dice),
    work_hours: { monday: [hours], friday: [hours] },
  }
  return [{ keyword: name, ...marketOf(question), datetime: stamp(question.now), items_count: 1, items: [item] }]
}

/** A list of reviews, posts or questions of the requested depth, newest first. */
function deepList(question: Question, there_are: number, make: (row: number, dice: Dice) => Row) {
  const items = range(0, Math.min(question.number('depth', 10), there_are)).map((row) => ({
    ...make(row, question.dice(row)),
    rank_group: row + 1,
    rank_absolute: row + 1,
  }))
  const requested =
    question.text('keyword') || question.text('domain') || question.text('url_path') || question.text('app_id')
  const head = { keyword: requested, ...marketOf(question), datetime: stamp(question.now), reviews_count: there_are }
  return { result: [{ ...head, items_count: items.length, items }], units: items.length }
}

export function reviews(question: Question, type: string) {
  return deepList(question, question.dice().whole(15, 3_000), (row, dice) => {
    const stars = question.number('rating') || dice.pick([5, 5, 5, 4, 4, 3, 2, 1])
    return {
      type,
      review_id: `r${question.seed.toString(36)}${row}`,
      title: statement(dice),
      review_text: `It ${opinion(dice)} and ${opinion(dice)}.`,
      rating: { rating_type: 'Max5', value: stars, rating_max: 5 },
      timestamp: stamp(daysBefore(question.now, row * 2 + dice.next())),
      profile_name: nickName(dice),
      owner_answer: dice.chance(0.3) ? 'Thank you for telling us.' : null,
    }
  })
}

export function posts(question: Question) {
  return deepList(question, question.dice().whole(5, 120), (row, dice) => ({
    type: 'google_business_post',
    post_text: `${statement(dice)}. ${statement(dice)}.`,
    timestamp: stamp(daysBefore(question.now, row * 6)),
  }))
}

export function questionsAndAnswers(question: Question) {
  return deepList(question, question.dice().whole(5, 200), (row, dice) => ({
    type: 'google_business_question_item',
    question_text: dice.pick([
      'Is there parking?',
      'Do you deliver?',
      'Are you open on Sundays?',
      'Is there a guarantee?',
    ]),
    profile_name: nickName(dice),
    timestamp: stamp(daysBefore(question.now, row * 9)),
    items: [{ type: 'google_business_answer_element', answer_text: statement(dice), profile_name: nickName(dice) }],
  }))
}

export function profileSearch(question: Question) {
  return deepList(question, question.dice().whole(5, 400), (_row, dice) => ({
    type: 'trustpilot_search_organic',
    ...business(dice),
  }))
}

export function pins(question: Question) {
  const items = question
    .texts('targets')
    .map((page_url, row) => ({ type: 'pinterest_reactions', page_url, pins_count: question.dice(row).skewed(9_000) }))
  return { result: items, units: items.length }
}

export function shares(question: Question) {
  const items = question.texts('targets').map((page_url, row) => ({
    type: 'reddit_reactions',
    page_url,
    reddit_reviews: range(0, 3).map((at) => {
      const dice = question.dice(row * 10 + at)
      return {
        subreddit: slug(businessName(dice)),
        title: statement(dice),
        author_name: nickName(dice),
        subreddit_members: dice.skewed(90_000),
      }
    }),
  }))
  return { result: items, units: items.length }
}

export function listingCategories() {
  return CATEGORIES.map((category_name, row) => ({ category_name, business_count: 4_000 - row * 310 }))
}
