import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Patterns } from './patterns.tsx'

test.for([
  [7.9, 0],
  [8, 2],
  [undefined, 2],
] as const)(
  'the fills of bars %s px wide have %i marks: on thinner ones they would melt into another colour',
  ([width, marks]) => {
    const svg = renderToStaticMarkup(<Patterns id="a" tones={[2, 3]} {...(width !== undefined && { width })} />)
    expect(svg.match(/<path/g)?.length ?? 0).toBe(marks)
  },
)
