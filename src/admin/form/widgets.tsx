import type { WidgetProps } from '@rjsf/utils'
import { type ComponentProps, lazy, useState } from 'react'
import { STORED_SECRET } from '#contract/admin/stored-secret.ts'
import { Button } from '#ui/button.tsx'
import { entryStyles as parts } from '../parts/entry-styles.ts'
import { LoadedPart } from '../parts/failure.tsx'
import { foreignZone, fromZoneTime, toZoneTime } from '../parts/local-time.ts'
import { attributesOf, helpId } from './describe-field.ts'
import css from './form.module.css'
import { useFormServices } from './form-services.ts'
import { LinkInput } from './link-input.tsx'
import { placeWidgets } from './place-widgets.tsx'
import { type FormNode, titleOf } from './prepare-schema.ts'
import { sixDigits } from './six-digits.ts'

const RichText = lazy(() => import('./rich-text.tsx'))

const nodeOf = ({ schema }: WidgetProps) => schema as unknown as FormNode

/** What an emptied field holds. */
const emptyOf = ({ nullable, optional, type }: FormNode) =>
  nullable ? null : optional || type !== 'string' ? undefined : ''

const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))

type InputProps = ComponentProps<'input'>

const textWidget = (attributes: InputProps) =>
  function TextWidget(props: WidgetProps) {
    const node = nodeOf(props)
    return (
      <input
        {...attributesOf(props)}
        {...attributes}
        className={parts.input}
        readOnly={props.readonly}
        maxLength={typeof node.maxLength === 'number' ? node.maxLength : undefined}
        value={textOf(props.value)}
        onChange={({ target: { value } }) => props.onChange(value === '' ? emptyOf(node) : value)}
      />
    )
  }

function TextareaWidget(props: WidgetProps) {
  const node = nodeOf(props)
  return (
    <textarea
      {...attributesOf(props)}
      className={`${parts.input}${node.widget === 'code' ? ` ${css.code}` : ''}`}
      rows={node.widget === 'code' ? 12 : 4}
      spellCheck={node.widget !== 'code'}
      readOnly={props.readonly}
      value={textOf(props.value)}
      onChange={({ target: { value } }) => props.onChange(value === '' ? emptyOf(node) : value)}
    />
  )
}

/** Keeps what is typed until it is a number, such as "1." on the way to "1.5". */
function NumberWidget(props: WidgetProps) {
  return (
    <NumberInput
      props={props}
      digits={undefined}
      inputMode={nodeOf(props).type === 'integer' ? 'numeric' : 'decimal'}
    />
  )
}

/** An amount in the minor unit (paise, cents), shown in the major one, of the record's channel or of the shop. */
function MoneyWidget(props: WidgetProps) {
  const { currency: ofShop = { code: '', digits: 2 }, channels } = useFormServices()
  const { values } = (props.registry.formContext ?? {}) as { values?: { channel?: string } }
  const channel = channels?.find(({ code }) => code === values?.channel)
  const currency = channel ? { code: channel.currency, digits: channel.digits } : ofShop
  return (
    <span className={css.money}>
      <NumberInput props={props} digits={currency.digits} inputMode="decimal" />
      {currency.code && <span>{currency.code}</span>}
    </span>
  )
}

type NumberInputProps = { props: WidgetProps; digits: number | undefined; inputMode: 'numeric' | 'decimal' }

function NumberInput({ props, digits, inputMode }: NumberInputProps) {
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
      {...attributesOf(props)}
      className={`${parts.input} ${css.short}`}
      inputMode={inputMode}
      autoComplete="off"
      readOnly={props.readonly}
      value={draft && Object.is(draft.value, props.value) ? draft.text : shown}
      onChange={({ target: { value: text } }) => {
        const number = Number(text.replace(',', '.'))
        const value =
          text.trim() === ''
            ? emptyOf(nodeOf(props))
            : Number.isNaN(number)
              ? text
              : digits === undefined
                ? number
                : Math.round(number * scale)
        setDraft({ text, value })
        props.onChange(value)
      }}
      onBlur={() => {
        setDraft(undefined)
        props.onBlur(props.id, props.value)
      }}
    />
  )
}

/** An id or a slug. */
function NumberOrTextWidget(props: WidgetProps) {
  return (
    <input
      {...attributesOf(props)}
      className={parts.input}
      readOnly={props.readonly}
      value={textOf(props.value)}
      onChange={({ target: { value } }) =>
        props.onChange(
          /^\d{1,15}$/.test(value) ? Number(value) : value === '' ? emptyOf(nodeOf(props)) : value,
        )
      }
    />
  )
}

function SwitchWidget(props: WidgetProps) {
  const { 'aria-label': _, ...attributes } = attributesOf(props) as ReturnType<typeof attributesOf> & {
    'aria-label'?: string
  }
  return (
    <label className={css.switch}>
      <input
        {...attributes}
        type="checkbox"
        disabled={props.disabled || props.readonly}
        checked={props.value === true}
        onChange={({ target }) => props.onChange(target.checked)}
      />
      {props.label}
    </label>
  )
}

/** The channel of a record with amounts, by name and currency. */
function ChannelWidget(props: WidgetProps) {
  const { channels = [] } = useFormServices()
  return (
    <select
      {...attributesOf(props)}
      className={parts.input}
      disabled={props.disabled || props.readonly || channels.length < 2}
      value={textOf(props.value) || (channels[0]?.code ?? '')}
      onChange={({ target: { value } }) => props.onChange(value)}
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

function SelectWidget(props: WidgetProps) {
  const node = nodeOf(props)
  const values = node.enum ?? []
  const index = values.indexOf(props.value)
  const isEmptyOffered = node.nullable || node.optional || index < 0
  return (
    <select
      {...attributesOf(props)}
      className={parts.input}
      disabled={props.disabled || props.readonly}
      value={index}
      onChange={({ target: { value } }) =>
        props.onChange(Number(value) < 0 ? emptyOf(node) : values[Number(value)])
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

function RadioWidget(props: WidgetProps) {
  const node = nodeOf(props)
  return (
    <span
      id={props.id}
      className={css.radios}
      role="radiogroup"
      aria-label={props.label}
      aria-describedby={node.description ? helpId(props.id) : undefined}
      tabIndex={-1}
    >
      {(node.enum ?? []).map((value) => (
        <label key={String(value)} className={css.switch}>
          <input
            type="radio"
            name={props.id}
            checked={props.value === value}
            disabled={props.disabled || props.readonly}
            onChange={() => props.onChange(value)}
          />
          {labelOf(node, value)}
        </label>
      ))}
    </span>
  )
}

/** A time with its zone is stored; it is entered in the time zone of the shop. */
function MomentWidget(props: WidgetProps) {
  const { timeZone = 'UTC' } = useFormServices()
  const zone = foreignZone(timeZone)
  return (
    <span className={css.money}>
      <input
        {...attributesOf(props)}
        type="datetime-local"
        className={`${parts.input} ${css.short}`}
        readOnly={props.readonly}
        value={toZoneTime(textOf(props.value), timeZone)}
        onChange={({ target: { value } }) =>
          props.onChange(fromZoneTime(value, timeZone) ?? emptyOf(nodeOf(props)))
        }
      />
      {zone && <span>{zone}</span>}
    </span>
  )
}

/** A swatch and the value as text: the browser's own dialog knows no transparency. */
function ColorWidget(props: WidgetProps) {
  const text = textOf(props.value)
  const swatch = sixDigits(text)
  return (
    <span className={css.color}>
      <input
        type="color"
        aria-label={`Choose ${props.label || 'a color'}`}
        value={swatch ?? '#000000'}
        disabled={props.disabled || props.readonly}
        onChange={({ target }) => props.onChange(target.value)}
        onBlur={() => props.onBlur(props.id, props.value)}
      />
      <input
        {...attributesOf(props)}
        className={`${parts.input} ${css.short}`}
        spellCheck={false}
        autoComplete="off"
        readOnly={props.readonly}
        value={text}
        onChange={({ target: { value } }) => props.onChange(value === '' ? emptyOf(nodeOf(props)) : value)}
      />
    </span>
  )
}

/** A secret is never read back: the form knows only that one is stored. */
function SecretWidget(props: WidgetProps) {
  const [isReplacing, setIsReplacing] = useState(false)
  const isStored = props.value === STORED_SECRET
  if (isStored && !isReplacing)
    return (
      <span className={css.secret}>
        <span>Stored</span>
        {!props.readonly && (
          <Button
            look="secondary"
            id={props.id}
            aria-label={`Replace ${props.label}`}
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
        {...attributesOf(props)}
        type="password"
        className={parts.input}
        autoComplete="new-password"
        readOnly={props.readonly}
        value={isStored ? '' : textOf(props.value)}
        onChange={({ target: { value } }) => props.onChange(value === '' ? emptyOf(nodeOf(props)) : value)}
      />
      {isReplacing && (
        <Button
          look="quiet"
          aria-label={`Keep the stored ${props.label}`}
          onClick={() => {
            setIsReplacing(false)
            props.onChange(STORED_SECRET)
          }}
        >
          Keep
        </Button>
      )}
    </span>
  )
}

function HtmlWidget(props: WidgetProps) {
  return (
    <LoadedPart waiting={<p>Loading the editor …</p>}>
      <RichText
        id={props.id}
        label={props.label}
        value={textOf(props.value)}
        isReadOnly={props.readonly === true || props.disabled === true}
        describedBy={nodeOf(props).description ? helpId(props.id) : undefined}
        onChange={props.onChange}
        onBlur={() => props.onBlur(props.id, props.value)}
      />
    </LoadedPart>
  )
}

const linkWidget = (kinds?: readonly (readonly [string, string])[]) =>
  function LinkWidget(props: WidgetProps) {
    const { 'aria-label': _, ...attributes } = attributesOf(props) as ReturnType<typeof attributesOf> & {
      'aria-label'?: string
    }
    return (
      <LinkInput
        {...(kinds && { kinds })}
        attributes={attributes}
        label={props.label}
        value={textOf(props.value)}
        isReadOnly={props.readonly === true}
        onChange={(value) => props.onChange(value === '' ? emptyOf(nodeOf(props)) : value)}
      />
    )
  }

const TextWidget = textWidget({ type: 'text' })

export const widgets = {
  text: TextWidget,
  TextWidget,
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
  date: textWidget({ type: 'date' }),
  time: textWidget({ type: 'time' }),
  moment: MomentWidget,
  color: ColorWidget,
  email: textWidget({ type: 'email', autoComplete: 'off' }),
  url: textWidget({ type: 'url', inputMode: 'url', autoComplete: 'off' }),
  href: textWidget({ type: 'text', inputMode: 'url', autoComplete: 'off', spellCheck: false }),
  link: linkWidget(),
  video: linkWidget([['video', 'Video']]),
  secret: SecretWidget,
  html: HtmlWidget,
}
