import type { Catalogue, PriceLayer } from '#catalogue/index.ts'

/** The catalogue, which resolves a price book once: every app of a test applies the same prices to a new database. */
export function pricedOnce(base: Catalogue): Catalogue {
  let known: { key: string; layer: PriceLayer } | undefined
  const priced = new WeakMap<PriceLayer, Catalogue>()

  return {
    ...base,
    readApplied(written) {
      const key = JSON.stringify(written)
      if (known?.key !== key) known = { key, layer: base.readApplied(written) }
      return known.layer
    },
    pricedBy(layers) {
      const [layer, ...others] = layers
      const made = (layer && others.length === 0 && priced.get(layer)) || base.pricedBy(layers)
      if (layer && others.length === 0) priced.set(layer, made)
      return made
    },
  }
}
