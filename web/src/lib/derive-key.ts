/**
 * PBKDF2 with HMAC-SHA-256 for 32 bytes, for pages whose browser hides its own. Passwords up to 64 bytes and salts up
 * to 51 fit into one block each, and our challenges are shorter. The loops allocate nothing: they run millions of
 * times.
 */
export async function deriveKey(password: Uint8Array, salt: Uint8Array, cost: number): Promise<Uint8Array> {
  if (password.length > 64 || salt.length > 51) throw new RangeError('the input is longer than one block')
  await breathe()
  const [inner, outer, key] = [new Int32Array(8), new Int32Array(8), new Int32Array(8)]
  compress(inner, START, wordsOf(password, 0x36))
  compress(outer, START, wordsOf(password, 0x5c))
  const message = wordsOf(salt, 0)
  endBlock(message, salt.length + 4)
  message[(salt.length + 3) >> 2] = at32(message, (salt.length + 3) >> 2) | (1 << (24 - 8 * ((salt.length + 3) & 3)))
  const mixed = new Int32Array(16)
  endBlock(mixed, 32)
  compress(mixed, inner, message)
  compress(mixed, outer, mixed)
  key.set(mixed.subarray(0, 8))
  for (let round = 1; round < cost; round += 1) {
    compress(mixed, inner, mixed)
    compress(mixed, outer, mixed)
    for (let at = 0; at < 8; at += 1) key[at] = at32(key, at) ^ at32(mixed, at)
  }
  const bytes = new DataView(new ArrayBuffer(32))
  for (const [at, word] of key.entries()) bytes.setInt32(at * 4, word)
  return new Uint8Array(bytes.buffer)
}

const FRAME_MS = 12
let rested_at_ms = 0
let resting: Promise<void> | undefined

/** The work is done on the page's own thread here: after each frame it lets the page have its turn. */
async function breathe(): Promise<void> {
  while (resting) await resting
  if (performance.now() - rested_at_ms < FRAME_MS) return
  resting = new Promise((resolve) => setTimeout(resolve))
  await resting
  resting = undefined
  rested_at_ms = performance.now()
}

/** A block of sixteen words, each byte mixed with the pad. */
function wordsOf(bytes: Uint8Array, pad: number): Int32Array {
  const view = new DataView(new ArrayBuffer(64))
  for (let at = 0; at < 64; at += 1) view.setUint8(at, (bytes[at] ?? 0) ^ pad)
  return Int32Array.from({ length: 16 }, (_, at) => view.getInt32(at * 4))
}

/** The padding after the 64 bytes of the key ends with a mark and the length of both in bits. */
function endBlock(block: Int32Array, length: number): void {
  block[length >> 2] = at32(block, length >> 2) | (0x80 << (24 - 8 * (length & 3)))
  block[15] = (64 + length) * 8
}

function at32(from: Int32Array, at: number): number {
  return from[at] as number
}

/** The first 32 bits of the fractions of square and cube roots of the first primes, as SHA-256 defines its constants. */
function fractions(count: number, root: number): Int32Array {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  return Int32Array.from(primes, (prime) => (prime ** (1 / root) % 1) * 2 ** 32)
}

const START = fractions(8, 2)
const ROUND = fractions(64, 3)
const schedule = new Int32Array(64)

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** One step of SHA-256 from a state over a block; the first eight words of `into` become the next state. */
function compress(into: Int32Array, state: Int32Array, block: Int32Array): void {
  for (let at = 0; at < 16; at += 1) schedule[at] = at32(block, at)
  for (let at = 16; at < 64; at += 1) {
    const near = at32(schedule, at - 15)
    const far = at32(schedule, at - 2)
    const low = turn(near, 7) ^ turn(near, 18) ^ (near >>> 3)
    const high = turn(far, 17) ^ turn(far, 19) ^ (far >>> 10)
    schedule[at] = (at32(schedule, at - 16) + low + at32(schedule, at - 7) + high) | 0
  }
  let a = at32(state, 0)
  let b = at32(state, 1)
  let c = at32(state, 2)
  let d = at32(state, 3)
  let e = at32(state, 4)
  let f = at32(state, 5)
  let g = at32(state, 6)
  let h = at32(state, 7)
  for (let at = 0; at < 64; at += 1) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const one = (h + high + ((e & f) ^ (~e & g)) + at32(ROUND, at) + at32(schedule, at)) | 0
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  into[0] = at32(state, 0) + a
  into[1] = at32(state, 1) + b
  into[2] = at32(state, 2) + c
  into[3] = at32(state, 3) + d
  into[4] = at32(state, 4) + e
  into[5] = at32(state, 5) + f
  into[6] = at32(state, 6) + g
  into[7] = at32(state, 7) + h
}
