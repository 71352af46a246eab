import { countResults, lacksList, type PartReader, partValue, type ResultList, readParts } from '#catalogue/index.ts'

/** Counts the results in what has been passed on of a stream. */
export interface StreamCounter extends PartReader {
  results(): number
  /** Events came, but none had the list that the price counts. */
  lacksList(): boolean
}

/**
 * Each event of `text/event-stream` with data, and each line of other types, is a part of the answer in which the priced list is
 * counted. Without a list it is one result, or as many as it has items; one that is too long to be read is one result. `[DONE]`, the
 * end mark of chat streams, is none.
 */
export function countStream(type: string, list: ResultList): StreamCounter {
  let results = 0
  let parts = 0
  let parts_without_list = 0

  function count(text: string, is_too_long: boolean) {
    if (text === '[DONE]') return
    parts += 1
    const value = is_too_long ? undefined : partValue(text)
    const values = Array.isArray(value) ? value : [value]
    if (is_too_long || (value === undefined && list.length === 0)) results += 1
    else results += value === undefined ? 0 : countResults(list, values)
    if (value === undefined ? list.length > 0 : lacksList(list, values)) parts_without_list += 1
  }

  return {
    ...readParts(type, count),
    results: () => results,
    lacksList: () => parts > 0 && parts === parts_without_list,
  }
}
