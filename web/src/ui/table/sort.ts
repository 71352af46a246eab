export type Sort = { column: string; direction: 'asc' | 'desc' }

/** Pressing a head: numbers start with the largest, words with A; pressing again turns round. */
export function nextSort(sort: Sort | undefined, column: { id: string; numeric?: boolean }): Sort {
  if (sort?.column === column.id) return { column: column.id, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
  return { column: column.id, direction: column.numeric ? 'desc' : 'asc' }
}

export function ariaSort(sort: Sort | undefined, column: string): 'ascending' | 'descending' | 'none' {
  if (sort?.column !== column) return 'none'
  return sort.direction === 'asc' ? 'ascending' : 'descending'
}
