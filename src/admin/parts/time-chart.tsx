import { Area, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { useFormat } from './format.ts'

export const chartAxis = {
  tickLine: false,
  axisLine: false,
  fontSize: 12,
  stroke: 'var(--text-muted)',
} as const

type Props = {
  /** `name`: of a day or month, as it is shown. Values in minor units of the currency. */
  data: readonly { name: string; value: number; previous: number | null }[]
  label: string
  /** What the dashed line is; without it there is none. */
  previousLabel?: string | undefined
  currency: string
}

/** Amounts over time beside those of an earlier period. `ResponsiveContainer` gives it the size of its place. */
export function TimeChart({ data, label, previousLabel, currency, ...size }: Props) {
  const { compact } = useFormat(currency)
  return (
    <ComposedChart
      {...size}
      data={data}
      margin={{ top: 8, right: 26, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--color-border)" />
      <XAxis dataKey="name" {...chartAxis} minTickGap={40} />
      <YAxis tickFormatter={compact} width={60} {...chartAxis} />
      <Tooltip formatter={(value, name) => [compact(Number(value)), name]} />
      <Area
        name={label}
        dataKey="value"
        stroke="var(--color-primary)"
        fill="var(--color-primary)"
        fillOpacity={0.12}
        strokeWidth={2}
        isAnimationActive={false}
      />
      {previousLabel && (
        <Line
          name={previousLabel}
          dataKey="previous"
          stroke="var(--color-border-strong)"
          strokeDasharray="4 4"
          dot={false}
          isAnimationActive={false}
        />
      )}
    </ComposedChart>
  )
}
