type Parts = Record<string, unknown>

/** As JSON. What is the same object or list is not read: of 2,000 variations a keystroke changes one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, at) => isSame(entry, other[at]))
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other)
  return Object.keys({ ...one, ...other }).every((name) => isSame(one[name], other[name]))
}
const isObject = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The stored values of a record, and in place of them the parts that someone has typed since they were sent. Rows that
 * were added and saved have their ids.
 */
export function keepTyped<Value>(sent: Value, now: Value, stored: Value): Value
export function keepTyped(sent: unknown, now: unknown, stored: unknown): unknown {
  if (isSame(sent, now)) return stored
  if (Array.isArray(sent) && Array.isArray(now) && Array.isArray(stored))
    return sent.length === stored.length && sent.length <= now.length
      ? now.map((row, at) => (at < sent.length ? keepTyped(sent[at], row, stored[at]) : row))
      : now
  if (!isObject(sent) || !isObject(now) || !isObject(stored)) return now
  const names = new Set([...Object.keys(stored), ...Object.keys(now)])
  return Object.fromEntries([...names].map((name) => [name, keepTyped(sent[name], now[name], stored[name])]))
}
