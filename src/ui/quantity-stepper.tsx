import { useState } from 'react'
import { Icon } from './icon.tsx'
import css from './quantity-stepper.module.css'

type Props = {
  /** The label for screen readers: 'Quantity of Moon Vase'. */
  label: string
  quantity: number
  min: number
  max: number
  step?: number
  /** The field's name in a form. */
  name?: string
  onChange: (quantity: number) => void
}

/** A quantity that is stepped or typed. A typed number counts on blur or Enter, limited to the allowed range. */
export function QuantityStepper({ label, quantity, min, max, step = 1, name, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  const settle = (wanted: number) => {
    setTyped(undefined)
    if (!Number.isFinite(wanted)) return
    const next = Math.max(min, Math.min(max, Math.round((wanted - min) / step) * step + min))
    if (next !== quantity) onChange(next)
  }
  return (
    <fieldset className={css.stepper}>
      <legend className="visually-hidden">{label}</legend>
      <button
        type="button"
        className={css.step}
        data-scripts-only=""
        aria-label="One less"
        disabled={quantity <= min}
        onClick={() => settle(quantity - step)}
      >
        <Icon name="minus" size={16} />
      </button>
      <input
        className={css.count}
        type="number"
        inputMode="numeric"
        aria-label={label}
        name={name}
        min={min}
        max={max}
        step={step}
        value={typed ?? quantity}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => typed !== undefined && settle(Number.parseInt(typed, 10))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (typed !== undefined) settle(Number.parseInt(typed, 10))
        }}
      />
      <button
        type="button"
        className={css.step}
        data-scripts-only=""
        aria-label="One more"
        disabled={quantity >= max}
        onClick={() => settle(quantity + step)}
      >
        <Icon name="plus" size={16} />
      </button>
    </fieldset>
  )
}
