/** One table row: a measurement with its reference from the same run and its budget (docs/design/performance.md). */
export type Row = {
  /** Number of the row among the budgets; undefined where the budget is not one of those rows. */
  row?: number
  what: string
  ours: string
  /** Undefined without a reference: bytes and counts are exact. */
  reference?: string
  /** Ours divided by the reference. */
  ratio?: number
  /** Of a speed: both sides by the clock, as the rest of the machine let them. */
  clock?: string
  /** Undefined for figures without a budget. */
  budget?: string
  met?: boolean
}

export type BenchResult = {
  rows: Row[]
  /** Method, tools and exclusions of the measurement. */
  notes: string[]
}

/** One measurement that `npm run bench -- NAME` runs. */
export type Bench = {
  title: string
  /** Which of the budgets' rows it fills. */
  rows: readonly number[]
  run(context: BenchContext): Promise<BenchResult>
}

export type BenchContext = {
  /** A data folder with the demo shop, for this run alone. */
  dataDir: string
  /** Called with a message before each slow step. */
  say: (line: string) => void
  /** `--products 100000` and the like. */
  options: Readonly<Record<string, string>>
}

export const whole = (value: number) => Math.round(value).toLocaleString('en')

export const perSecond = (value: number) => `${whole(value)}/s`

export const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`

export const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MB`

export const milliseconds = (value: number) => `${whole(value)} ms`

/** The middle value; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing')
  return (low + high) / 2
}
