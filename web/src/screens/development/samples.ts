import type { KeyValue } from '#ui/key-values.tsx'

export const taskFacts: KeyValue[] = [
  { key: 'id', label: 'Task', value: '11081545-3399-0545-0000-17b17e70d2b4' },
  { key: 'endpoint', label: 'Endpoint', value: 'serp/google/organic/live/advanced' },
  { key: 'status', label: 'Status', value: '20000 Ok.' },
  { key: 'cost', label: 'Cost', value: '$0.002000' },
]
