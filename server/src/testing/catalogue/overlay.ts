/** The overlay an operator adds to a generated document: required fields, bounds, and a price per row. */
export const OVERLAY = `overlay: 1.0.0
info: { title: Ours, version: '1' }
actions:
  - target: $.components.schemas.SearchRequestInfo
    update:
      required: [keyword]
      properties:
        keyword: { minLength: 1, maxLength: 700 }
        limit: { minimum: 1, maximum: 1000, default: 100 }
        priority: { enum: [1, 2], default: 1 }
  - target: $.paths['/v3/backlinks/summary/live']
    update:
      x-portico-price:
        results: { field: limit }
        live: { per_request: 0.02, per_result: 0.001 }
  - target: $.paths['/v3/serp/google/organic/task_post']
    update:
      x-portico-price:
        task: { normal: { per_request: 0.003 }, high: { per_request: 0.006 } }
`
