/** Computes once for each value that comes, as long as it is the latest: such as the entries of the documents in force. */
export function onceFor<K extends object, V>(make: (key: K) => V): (key: K) => V {
  let known: { key: K; value: V } | undefined
  return (key) => {
    if (known?.key !== key) known = { key, value: make(key) }
    return known.value
  }
}
