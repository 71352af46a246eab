import { isObject } from '../yaml-node.ts'
import * as assistants from './assistants.ts'
import * as backlinks from './backlinks.ts'
import * as businesses from './businesses.ts'
import { byShape } from './by-shape.ts'
import * as crawl from './crawl.ts'
import * as domains from './domains.ts'
import { fieldsOf } from './filter-fields.ts'
import * as keywords from './keywords.ts'
import * as mentions from './mentions.ts'
import { statement } from './names.ts'
import { type Question, questionOf } from './question.ts'
import * as references from './references.ts'
import { windowOf } from './rows.ts'
import * as pages from './search-pages.ts'
import { shapeOf } from './shapes.ts'
import * as shops from './shops.ts'
import * as site from './site-pages.ts'
import * as technologies from './technologies.ts'
import * as texts from './texts.ts'

/** The result, with its charged counts when they differ from the number of rows. */
export type Maker = (question: Question) => unknown[] | { result: unknown[]; units: number }

/** Makers by function id; the first match wins. */
const MAKERS: [RegExp, Maker][] = [
  [/\/(locations_and_languages)$/, references.locationsAndLanguages],
  [/business_listings\/categories$/, businesses.listingCategories],
  [/\/locations$/, references.locations],
  [/\/languages$/, references.languages],
  [/\/categories$/, references.categories],
  [/\/available_filters$/, availableFilters],
  [/\/models$/, assistants.models],
  [/\/status$/, references.freshness],
  [/lighthouse\/audits$/, references.lighthouseAudits],
  [/lighthouse\/versions$/, references.lighthouseVersions],

  [/^serp\/google\/(local_finder|search_by_image|dataset_\w+|ads_\w+|finance_\w+)$/, byShape],
  [/^serp\/youtube\/video_\w+$/, byShape],
  [/^serp\/(screenshot|ai_summary)$/, byShape],
  [/^serp\/google\/events$/, pages.rankPage(pages.events, 'events')],
  [/^serp\/google\/news$/, pages.rankPage(pages.news, 'news')],
  [/^serp\/google\/images$/, pages.rankPage(pages.images, 'images', 'depth', 100)],
  [/^serp\/google\/maps$/, pages.rankPage(businesses.venues, 'maps', 'depth', 100)],
  [/^serp\/google\/autocomplete$/, pages.rankPage(pages.suggestions, 'autocomplete')],
  [/^serp\/google\/jobs$/, pages.rankPage(pages.jobs, 'jobs')],
  [/^serp\/google\/ai_mode$/, assistants.answerPage],
  [/^serp\/youtube\//, pages.rankPage(pages.videos, 'youtube', 'block_depth', 20)],
  [/^serp\//, pages.rankPage(pages.organic, 'organic')],

  [/^keywords_data\/bing\/(audience_estimation|keyword_performance|search_volume_history)/, byShape],
  [/^keywords_data\/google_ads\/ad_traffic_by_keywords$/, byShape],
  [/^keywords_data\/clickstream_data\//, byShape],
  [/_trends\/(subregion_interests|demography|merged_data)$/, byShape],
  [/^keywords_data\/\w+\/keywords_for_/, keywords.keywordIdeas],
  [/^keywords_data\/\w+_trends\//, keywords.trends],
  [/^keywords_data\//, keywords.searchVolumes],

  [/_labs\/google\/(keyword_ideas|keyword_suggestions|related_keywords|keywords_for_site)$/, keywords.labsKeywords],
  [/_labs\/\w+\/ranked_keywords$/, keywords.rankedKeywords],
  [/_labs\/google\/competitors_domain$/, domains.competingDomains],
  [/_labs\/google\/search_intent$/, (question) => keywords.labsBulk(question, 'intent')],
  [/_labs\/google\/bulk_keyword_difficulty$/, (question) => keywords.labsBulk(question, 'difficulty')],
  [/_labs\/google\/domain_rank_overview$/, domains.rankOverview],
  [/_labs\/google\/historical_rank_overview$/, domains.rankHistory],
  [/_labs\/google\/bulk_traffic_estimation$/, (question) => domains.traffic(question, false)],
  [/_labs\/google\/historical_bulk_traffic_estimation$/, (question) => domains.traffic(question, true)],

  [/^domain_analytics\/technologies\/technologies_summary$/, technologies.technologySummary],
  [/^domain_analytics\/technologies\/technology_stats$/, technologies.technologyStats],
  [/^domain_analytics\/technologies\/domains_by_technology$/, technologies.technologyDomains],
  [/^domain_analytics\/technologies\/domain_technologies$/, technologies.technologiesOf],
  [/^domain_analytics\/technologies\/technologies$/, technologies.knownTechnologies],
  [/^domain_analytics\/whois\//, technologies.whois],

  [/^backlinks\/summary$/, backlinks.linkSummary],
  [/^backlinks\/history$/, backlinks.linkHistory],
  [/^backlinks\/backlinks$/, backlinks.links],
  [/^backlinks\/anchors$/, backlinks.anchors],
  [/^backlinks\/domain_pages$/, backlinks.linkedPages],
  [/^backlinks\/referring_domains$/, backlinks.referringDomains],
  [/^backlinks\/competitors$/, backlinks.linkCompetitors],
  [/^backlinks\/bulk_ranks$/, (question) => backlinks.bulkLinks(question, 'rank')],
  [/^backlinks\/bulk_backlinks$/, (question) => backlinks.bulkLinks(question, 'backlinks')],
  [/^backlinks\/bulk_spam_score$/, (question) => backlinks.bulkLinks(question, 'spam_score')],
  [/^backlinks\/timeseries_summary$/, backlinks.linkSeries],
  [/^backlinks\/bulk_(referring_domains|pages_summary)$/, backlinks.bulkTotals],
  [/^backlinks\/index$/, references.indexSize],

  [/^on_page$/, crawl.crawlSummary],
  [/^on_page\/pages$/, crawl.crawledPages],
  [/^on_page\/links$/, crawl.crawledLinks],
  [/^on_page\/duplicate_tags$/, crawl.duplicateTags],
  [/^on_page\/non_indexable$/, crawl.closedPages],
  [/^on_page\/instant_pages$/, site.instantPage],
  [/^on_page\/content_parsing$/, site.pageContent],
  [/^on_page\/lighthouse$/, site.lighthouse],

  [/^content_analysis\/search$/, mentions.mentions],
  [/^content_analysis\/summary$/, mentions.mentionSummary],
  [/^content_analysis\/sentiment_analysis$/, mentions.sentiment],
  [/^content_analysis\/rating_distribution$/, mentions.ratings],
  [/^content_analysis\/phrase_trends$/, mentions.mentionTrends],

  [/^content_generation\/generate$/, texts.continuation],
  [/^content_generation\/generate_text$/, texts.article],
  [/^content_generation\/generate_meta_tags$/, texts.metaTags],
  [/^content_generation\/generate_sub_topics$/, texts.subTopics],
  [/^content_generation\/paraphrase$/, texts.paraphrase],
  [/^content_generation\/check_grammar$/, texts.grammar],
  [/^content_generation\/text_summary$/, texts.textMetrics],

  [/^business_data\/business_listings\/search$/, businesses.listings],
  [/^business_data\/business_listings\/categories_aggregation$/, businesses.categoryCounts],
  [/^business_data\/google\/my_business_info$/, businesses.profile],
  [/^business_data\/google\/my_business_updates$/, businesses.posts],
  [/^business_data\/google\/questions_and_answers$/, businesses.questionsAndAnswers],
  [/^business_data\/trustpilot\/search$/, businesses.profileSearch],
  [/^business_data\/social_media\/pinterest$/, businesses.pins],
  [/^business_data\/social_media\/reddit$/, businesses.shares],
  [/^business_data\/google\/(extended_)?reviews$/, (question) => businesses.reviews(question, 'google_reviews_search')],
  [/^business_data\/trustpilot\/reviews$/, (question) => businesses.reviews(question, 'trustpilot_review_search')],
  [/^business_data\/tripadvisor\/reviews$/, (question) => businesses.reviews(question, 'tripadvisor_review_search')],

  [/^app_data\/\w+\/app_reviews$/, (question) => businesses.reviews(question, 'app_reviews_search')],
  [/^app_data\/\w+\/app_info$/, shops.appProfile],
  [/^app_data\/\w+\/app_listings\//, shops.appListings],
  [/^app_data\//, pages.rankPage(shops.rankedApps, 'organic')],

  [/^merchant\/\w+\/products$/, pages.rankPage(shops.products, 'shopping')],
  [/^merchant\/google\/sellers$/, shops.sellers],
  [/^merchant\/(amazon\/sellers|google\/sellers\/ad_url)$/, byShape],
  [/^merchant\//, shops.productProfile],

  [/\/llm_responses$/, assistants.llmResponse],
  [/\/llm_scraper$/, assistants.answerPage],
  [/\/llm_mentions\/search$/, assistants.llmMentions],
  [/\/llm_mentions\/top_(domains|pages)$/, assistants.mentionedDomains],
  [/\/llm_mentions\/(cross_)?aggregated_metrics$/, assistants.mentionTotals],
  [/\/ai_keyword_data\/keywords_search_volume$/, keywords.assistantVolumes],
]

/** An unknown function is answered in the shape that clients declare, else with generic sample rows. */
const anything: Maker = (question) => (hasShape(question) ? byShape(question) : samples(question))

const hasShape = ({ entry }: Question) => shapeOf(entry) !== undefined

const samples: Maker = (question) => [
  windowOf(question, question.dice().whole(5, 60), (row) => ({
    position: row + 1,
    title: statement(question.dice(row)),
    value: question.dice(row).whole(1, 1_000),
  })),
]

/** The row fields of every filterable function of the API; by engine where the same function reads several. */
function availableFilters({ entry, now }: Question): unknown[] {
  const functions: Record<string, Record<string, unknown>> = {}
  for (const one of entry.filters_of) {
    const made = makerFor(one.function_id)(questionOf(one, { ...one.sample, filters: null, order_by: null }, now))
    const [first] = Array.isArray(made) ? made : made.result
    const items = isObject(first) && Array.isArray(first.items) ? first.items : []
    const [, engine = '', ...rest] = one.function_id.split('/')
    const name = rest.at(-1) ?? engine
    const fields = fieldsOf(items.filter(isObject))
    functions[name] = one.api.endsWith('_labs') ? { ...functions[name], [engine]: fields } : fields
  }
  return [functions]
}

export function makerFor(function_id: string): Maker {
  return MAKERS.find(([fits]) => fits.test(function_id))?.[1] ?? anything
}
