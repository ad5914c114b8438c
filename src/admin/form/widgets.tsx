import { type ComponentProps, type ComponentType, lazy, useState } from 'react'
import { STORED_SECRET } from '#contract/admin/agreed-values.ts'
import { Button } from '#ui/button.tsx'
import { LoadedPart } from '../parts/failure.tsx'
import { foreignZone, fromZoneTime, toZoneTime } from '../parts/local-time.ts'
import { entryStyles as parts } from '../parts/styles.ts'
import { ColorInput } from './color-table-field.tsx'
import { emptyOf, type FieldProps, isObject, textOf, useField } from './field-props.ts'
import css from './form.module.css'
import { useFormServices } from './form-services.ts'
import { LinkInput } from './link-input.tsx'
import { placeWidgets } from './place-widgets.tsx'
import { type FormNode, titleOf } from './prepare-schema.ts'

const RichText = lazy(() => import('./rich-text.tsx'))

type InputProps = ComponentProps<'input'>

const inputWidget = (attributes: InputProps) =>
  function InputWidget(props: FieldProps) {
    const { node, value } = props
    const field = useField(props)
    return (
      <input
        {...field.attributes}
        {...attributes}
        className={parts.input}
        readOnly={field.isReadOnly}
        maxLength={typeof node.maxLength === 'number' ? node.maxLength : undefined}
        value={textOf(value)}
        onChange={({ target }) => field.onChange(target.value === '' ? emptyOf(node) : target.value)}
      />
    )
  }

function TextareaWidget(props: FieldProps) {
  const { node } = props
  const field = useField(props)
  return (
    <textarea
      {...field.attributes}
      className={`${parts.input}${node.widget === 'code' ? ` ${css.code}` : ''}`}
      rows={node.widget === 'code' ? 12 : 4}
      spellCheck={node.widget !== 'code'}
      readOnly={field.isReadOnly}
      value={textOf(props.value)}
      onChange={({ target: { value } }) => field.onChange(value === '' ? emptyOf(node) : value)}
    />
  )
}

/** Keeps what is typed until it is a number, such as "1." on the way to "1.5". */
function NumberWidget(props: FieldProps) {
  return (
    <NumberInput
      props={props}
      digits={undefined}
      inputMode={props.node.type === 'integer' ? 'numeric' : 'decimal'}
    />
  )
}

/** An amount in the minor unit (paise, cents), shown in the major one, of the record's channel or of the shop. */
function MoneyWidget(props: FieldProps) {
  const { currency: ofShop = { code: '', digits: 2 }, channels } = useFormServices()
  const { values } = useField(props)
  const channel = channels?.find(({ code }) => isObject(values) && code === values.channel)
  const currency = channel ? { code: channel.currency, digits: channel.digits } : ofShop
  return (
    <span className={css.money}>
      <NumberInput props={props} digits={currency.digits} inputMode="decimal" />
      {currency.code && <span>{currency.code}</span>}
    </span>
  )
}

type NumberInputProps = { props: FieldProps; digits: number | undefined; inputMode: 'numeric' | 'decimal' }

function NumberInput({ props, digits, inputMode }: NumberInputProps) {
  const field = useField(props)
  const [draft, setDraft] = useState<{ text: string; value: unknown }>()
  const scale = 10 ** (digits ?? 0)
  const shown =
    typeof props.value === 'number'
      ? digits === undefined
        ? String(props.value)
        : (props.value / scale).toFixed(digits)
      : textOf(props.value)
  return (
    <input
      {...field.attributes}
      className={`${parts.input} ${css.short}`}
      inputMode={inputMode}
      autoComplete="off"
      readOnly={field.isReadOnly}
      value={draft && Object.is(draft.value, props.value) ? draft.text : shown}
      onChange={({ target: { value: text } }) => {
        const number = Number(text.replace(',', '.'))
        const value =
          text.trim() === ''
            ? emptyOf(props.node)
            : Number.isNaN(number)
              ? text
              : digits === undefined
                ? number
                : Math.round(number * scale)
        setDraft({ text, value })
        field.onChange(value)
      }}
      onBlur={() => setDraft(undefined)}
    />
  )
}

/** An id or a slug. */
function NumberOrTextWidget(props: FieldProps) {
  const { node } = props
  const field = useField(props)
  return (
    <input
      {...field.attributes}
      className={parts.input}
      readOnly={field.isReadOnly}
      value={textOf(props.value)}
      onChange={({ target: { value } }) =>
        field.onChange(/^\d{1,15}$/.test(value) ? Number(value) : value === '' ? emptyOf(node) : value)
      }
    />
  )
}

function SwitchWidget(props: FieldProps) {
  const field = useField(props)
  const { 'aria-label': _, ...attributes } = field.attributes
  return (
    <label className={css.switch}>
      <input
        {...attributes}
        type="checkbox"
        disabled={field.isReadOnly}
        checked={props.value === true}
        onChange={({ target }) => field.onChange(target.checked)}
      />
      {field.label}
    </label>
  )
}

/** The channel of a record with amounts, by name and currency. */
function ChannelWidget(props: FieldProps) {
  const field = useField(props)
  const { channels = [] } = useFormServices()
  return (
    <select
      {...field.attributes}
      className={parts.input}
      disabled={field.isReadOnly || channels.length < 2}
      value={textOf(props.value) || (channels[0]?.code ?? '')}
      onChange={({ target: { value } }) => field.onChange(value)}
    >
      {channels.map(({ code, name, currency }) => (
        <option key={code} value={code}>
          {name}, {currency}
        </option>
      ))}
    </select>
  )
}

const labelOf = (node: FormNode, value: unknown) =>
  node.enumLabels?.[String(value)] ?? (value === '' ? 'None' : titleOf(String(value)))

function SelectWidget(props: FieldProps) {
  const { node } = props
  const field = useField(props)
  const values = node.enum ?? []
  const index = values.indexOf(props.value)
  const isEmptyOffered = node.nullable || node.optional || index < 0
  return (
    <select
      {...field.attributes}
      className={parts.input}
      disabled={field.isReadOnly}
      value={index}
      onChange={({ target: { value } }) =>
        field.onChange(Number(value) < 0 ? emptyOf(node) : values[Number(value)])
      }
    >
      {isEmptyOffered && <option value={-1}>{node.nullable || node.optional ? 'None' : 'Choose'}</option>}
      {values.map((value, at) => (
        <option key={String(value)} value={at}>
          {labelOf(node, value)}
        </option>
      ))}
    </select>
  )
}

function RadioWidget(props: FieldProps) {
  const { node } = props
  const field = useField(props)
  return (
    <span
      id={field.id}
      className={css.radios}
      role="radiogroup"
      aria-label={field.label}
      aria-describedby={node.description ? field.helpId : undefined}
      tabIndex={-1}
    >
      {(node.enum ?? []).map((value) => (
        <label key={String(value)} className={css.switch}>
          <input
            type="radio"
            name={field.id}
            checked={props.value === value}
            disabled={field.isReadOnly}
            onChange={() => field.onChange(value)}
          />
          {labelOf(node, value)}
        </label>
      ))}
    </span>
  )
}

/** A time with its zone is stored; it is entered in the time zone of the shop. */
function MomentWidget(props: FieldProps) {
  const { node } = props
  const field = useField(props)
  const { timeZone = 'UTC' } = useFormServices()
  const zone = foreignZone(timeZone)
  return (
    <span className={css.money}>
      <input
        {...field.attributes}
        type="datetime-local"
        className={`${parts.input} ${css.short}`}
        readOnly={field.isReadOnly}
        value={toZoneTime(textOf(props.value), timeZone)}
        onChange={({ target: { value } }) => field.onChange(fromZoneTime(value, timeZone) ?? emptyOf(node))}
      />
      {zone && <span>{zone}</span>}
    </span>
  )
}

/** A swatch and the value as text: the browser's own dialog knows no transparency. */
function ColorWidget(props: FieldProps) {
  const { node } = props
  const field = useField(props)
  return (
    <ColorInput
      {...field.attributes}
      label={field.label || 'a color'}
      value={textOf(props.value)}
      isReadOnly={field.isReadOnly}
      onChange={(value) => field.onChange(value === '' ? emptyOf(node) : value)}
    />
  )
}

/** A secret is never read back: the form knows only that one is stored. */
function SecretWidget(props: FieldProps) {
  const { node } = props
  const field = useField(props)
  const [isReplacing, setIsReplacing] = useState(false)
  const isStored = props.value === STORED_SECRET
  if (isStored && !isReplacing)
    return (
      <span className={css.secret}>
        <span>Stored</span>
        {!field.isReadOnly && (
          <Button
            look="secondary"
            id={field.id}
            aria-label={`Replace ${field.label}`}
            onClick={() => setIsReplacing(true)}
          >
            Replace
          </Button>
        )}
      </span>
    )
  return (
    <span className={css.secret}>
      <input
        {...field.attributes}
        type="password"
        className={parts.input}
        autoComplete="new-password"
        readOnly={field.isReadOnly}
        value={isStored ? '' : textOf(props.value)}
        onChange={({ target: { value } }) => field.onChange(value === '' ? emptyOf(node) : value)}
      />
      {isReplacing && (
        <Button
          look="quiet"
          aria-label={`Keep the stored ${field.label}`}
          onClick={() => {
            setIsReplacing(false)
            field.onChange(STORED_SECRET)
          }}
        >
          Keep
        </Button>
      )}
    </span>
  )
}

function HtmlWidget(props: FieldProps) {
  const { node } = props
  const field = useField(props)
  return (
    <LoadedPart waiting={<p>Loading the editor …</p>}>
      <RichText
        id={field.id}
        label={field.label}
        value={textOf(props.value)}
        isReadOnly={field.isReadOnly}
        describedBy={node.description ? field.helpId : undefined}
        onChange={field.onChange}
      />
    </LoadedPart>
  )
}

const linkWidget = (kinds?: readonly (readonly [string, string])[]) =>
  function LinkWidget(props: FieldProps) {
    const { node } = props
    const field = useField(props)
    const { 'aria-label': _, ...attributes } = field.attributes
    return (
      <LinkInput
        {...(kinds && { kinds })}
        attributes={attributes}
        label={field.label}
        value={textOf(props.value)}
        isReadOnly={field.isReadOnly}
        onChange={(value) => field.onChange(value === '' ? emptyOf(node) : value)}
      />
    )
  }

export const TextWidget = inputWidget({ type: 'text' })

/** Controls by the `widget` of a field, or by its type. */
export const widgets: Record<string, ComponentType<FieldProps>> = {
  text: TextWidget,
  textarea: TextareaWidget,
  code: TextareaWidget,
  number: NumberWidget,
  money: MoneyWidget,
  'number-or-text': NumberOrTextWidget,
  switch: SwitchWidget,
  select: SelectWidget,
  channel: ChannelWidget,
  ...placeWidgets,
  radio: RadioWidget,
  date: inputWidget({ type: 'date' }),
  time: inputWidget({ type: 'time' }),
  moment: MomentWidget,
  color: ColorWidget,
  email: inputWidget({ type: 'email', autoComplete: 'off' }),
  url: inputWidget({ type: 'url', inputMode: 'url', autoComplete: 'off' }),
  href: inputWidget({ type: 'text', inputMode: 'url', autoComplete: 'off', spellCheck: false }),
  link: linkWidget(),
  video: linkWidget([['video', 'Video']]),
  secret: SecretWidget,
  html: HtmlWidget,
}
