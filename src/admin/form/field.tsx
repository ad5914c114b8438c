import type { ComponentType, ReactNode } from 'react'
import { ownValue } from '#contract/rules/own-value.ts'
import { Button } from '#ui/button.tsx'
import { pluginRecordKind } from '../admin-plugin.ts'
import { entryStyles as parts } from '../parts/styles.ts'
import { BlocksField } from './blocks-field.tsx'
import { ColorTableField } from './color-table-field.tsx'
import { errorId, type FieldProps, isObject, useField } from './field-props.ts'
import { FontField, FontFilesField } from './font-field.tsx'
import css from './form.module.css'
import { useFormServices } from './form-services.ts'
import { IconsField } from './icons-field.tsx'
import { ImageField } from './image-field.tsx'
import { JsonField } from './json-field.tsx'
import { ListField } from './list-field.tsx'
import { type FormNode, fillDefaults, initialValue, titleOf } from './prepare-schema.ts'
import { RecordField } from './record-field.tsx'
import { useRecordNames } from './use-record-names.ts'
import { TextWidget, widgets } from './widgets.tsx'

/** Fields that show a value of several parts as one. */
const compounds: Record<string, ComponentType<FieldProps>> = {
  image: ImageField,
  icons: IconsField,
  blocks: BlocksField,
  font: FontField,
  'font-files': FontFilesField,
  'color-table': ColorTableField,
  json: JsonField,
}

/** What shows a value that the editor has its own field for. */
function compoundOf(node: FormNode): ComponentType<FieldProps> | undefined {
  const { widget = '', type, items } = node
  if (widget === 'image' && type !== 'object') return undefined
  if (recordWidgets.has(widget) || pluginRecordKind(widget)) return RecordField
  return ownValue(compounds, widget) ?? (type === 'array' && items?.enum ? ChoicesField : undefined)
}

const recordWidgets = new Set([
  'product',
  'category',
  'collection',
  'brand',
  'label',
  'tag',
  'attribute-value',
  'economic-operator',
  'customer-group',
  'customer-segment',
  'page',
  'page-id',
  'slider',
  'form',
  'faq',
  'stock_location',
])

function widgetOf({ widget, type, enum: values, format }: FormNode): string {
  if (widget) return widget
  if (values) return 'select'
  if (type === 'boolean') return 'switch'
  if (type === 'number' || type === 'integer') return 'number'
  return ownValue(formatWidgets, format ?? '') ?? 'text'
}

const formatWidgets: Record<string, string> = {
  'date-time': 'moment',
  date: 'date',
  time: 'time',
  email: 'email',
  uri: 'url',
}

const isGroup = ({ type }: FormNode) => type === 'object' || type === 'array'

/** One node of a schema with its value: a control with label, help and error, or a group of fields. ADR 0059. */
export function Field(props: FieldProps) {
  const { node } = props
  if (node.widget === 'hidden') return null
  const Compound = compoundOf(node)
  if (!Compound && isGroup(node) && (node.nullable || node.optional)) return <AbsentableField {...props} />
  if (node.variants) return <VariantField {...props} />
  const Group = node.type === 'array' ? ArrayField : ObjectField
  const Control = Compound ?? (isGroup(node) ? Group : (ownValue(widgets, widgetOf(node)) ?? TextWidget))
  return (
    <FieldFrame {...props}>
      <Control {...props} />
    </FieldFrame>
  )
}

/** Label, control, error and help of one field. Groups bring their own legend. */
function FieldFrame({ children, ...field }: FieldProps & { children: ReactNode }) {
  const { id, helpId, title, description, error, isMandatory, isReadOnly } = useField(field)
  const { type, widget = '' } = field.node
  // A group of buttons and an editor have names of their own; a record that cannot be changed is a text.
  const isOfControl =
    !['radio', 'html'].includes(widget) && !(isReadOnly && compoundOf(field.node) === RecordField)
  const hasLegend = isGroup(field.node)
  return (
    <div className={hasLegend ? css.group : parts.field}>
      {!hasLegend && (type !== 'boolean' || field.node.enum) && title !== undefined && (
        <label htmlFor={isOfControl ? id : undefined} className={isMandatory ? css.mandatory : undefined}>
          {title}
        </label>
      )}
      {children}
      {error && (
        <p id={errorId(id)} className={css.error}>
          {error}
        </p>
      )}
      {!hasLegend && description && <p id={helpId}>{description}</p>}
    </div>
  )
}

function ObjectField(props: FieldProps) {
  const { node, path, value } = props
  const { id, title, description } = useField(props)
  const { properties = {}, required = [] } = node
  const show = (some: [string, FormNode][]) =>
    some.map(([name, property]) => (
      <div key={name} hidden={property.widget === 'hidden'}>
        <Field
          node={property}
          path={[...path, name]}
          value={isObject(value) ? ownValue(value, name) : undefined}
          isRequired={required.includes(name)}
        />
      </div>
    ))
  const all = Object.entries(properties)
  const isBeside = ([, { column }]: [string, FormNode]) => column === 'side'
  if (path.length === 0 && all.some(isBeside))
    return (
      <div className={css.columns} data-columns="">
        <div className={parts.form}>{show(all.filter((one) => !isBeside(one)))}</div>
        <div className={`${parts.form} ${css.side}`}>{show(all.filter(isBeside))}</div>
      </div>
    )
  // The root has its heading in the screen, and an item of a list in the list.
  if (path.length === 0 || title === undefined) return <div className={parts.form}>{show(all)}</div>
  return (
    <fieldset id={id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      {description && <p className={css.help}>{description}</p>}
      {show(all)}
    </fieldset>
  )
}

/** An object or list that may be missing or null: added and removed as a whole. */
function AbsentableField(props: FieldProps) {
  const { node, value } = props
  const { id, description, error, isReadOnly, onChange } = useField(props)
  const { nullable, optional: _, ...present } = node
  const label = node.title ?? 'Value'
  if (value !== undefined && value !== null)
    return (
      <div className={css.absentable}>
        <Field {...props} node={present} />
        {!isReadOnly && (
          <Button
            look="quiet"
            aria-label={`Remove ${label}`}
            onClick={() => onChange(nullable ? null : undefined)}
          >
            Remove
          </Button>
        )}
      </div>
    )
  return (
    <div className={css.absent}>
      <span className={css.legend}>{label}</span>
      {description && <p className={css.help}>{description}</p>}
      {error && <p className={css.error}>{error}</p>}
      {isReadOnly ? (
        <p className={css.help}>None</p>
      ) : (
        <Button
          look="secondary"
          id={id}
          aria-label={`Add ${label}`}
          onClick={() => onChange(initialValue(node))}
        >
          Add
        </Button>
      )}
    </div>
  )
}

/** A union: a choice of the shape, then the fields of that shape. */
function VariantField(props: FieldProps) {
  const { node, value } = props
  const { id, isReadOnly, onChange } = useField(props)
  const { variants = {}, variantKey = 'type', title } = node
  const content = isObject(value) ? value : {}
  const current = textOfKey(content[variantKey])
  const shape = ownValue(variants, current)
  const selectId = `${id}_${variantKey}`

  function choose(key: string) {
    const next = ownValue(variants, key)
    if (!next) return
    // What both shapes have, such as the text of a paragraph and a heading, is preserved.
    const preserved = Object.entries(content).filter(
      ([name]) =>
        next.properties?.[name]?.type === shape?.properties?.[name]?.type && next.properties?.[name],
    )
    onChange(fillDefaults(next, { ...Object.fromEntries(preserved), [variantKey]: key }))
  }

  const choice = (
    <div className={parts.field}>
      <label htmlFor={selectId}>{titleOf(variantKey)}</label>
      <select
        id={selectId}
        className={parts.input}
        value={current}
        disabled={isReadOnly}
        onChange={(event) => choose(event.target.value)}
      >
        {!shape && <option value={current}>{current || 'Choose'}</option>}
        {Object.entries(variants).map(([key, one]) => (
          <option key={key} value={key}>
            {one.title ?? titleOf(key)}
          </option>
        ))}
      </select>
    </div>
  )
  const { title: _, ...fieldsOnly } = shape ?? { type: 'object' as const }
  const fields = (
    <>
      {choice}
      {shape?.properties && Object.keys(shape.properties).length > 0 && (
        <FieldFrame {...props} node={fieldsOnly}>
          <ObjectField key={current} {...props} node={fieldsOnly} />
        </FieldFrame>
      )}
    </>
  )
  if (title === undefined) return <div className={parts.form}>{fields}</div>
  return (
    <fieldset className={css.fieldset}>
      <legend>{title}</legend>
      {fields}
    </fieldset>
  )
}

const textOfKey = (key: unknown) => (key === undefined || key === null ? '' : String(key))

/** Several of a few fixed values, as checkboxes. */
function ChoicesField(props: FieldProps) {
  const { id, title, description, isReadOnly, onChange } = useField(props)
  const { enum: choices = [], enumLabels = {} } = props.node.items ?? {}
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : []
  return (
    <fieldset id={id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      {description && <p className={css.help}>{description}</p>}
      {choices.map((choice) => (
        <label key={String(choice)} className={css.switch}>
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            disabled={isReadOnly}
            onChange={({ target }) =>
              onChange(choices.filter((one) => (one === choice ? target.checked : chosen.includes(one))))
            }
          />
          {ownValue(enumLabels, String(choice)) ?? titleOf(String(choice))}
        </label>
      ))}
    </fieldset>
  )
}

const partOf = (item: unknown, name: 'path' | 'alt') => {
  const part = isObject(item) ? item[name] : undefined
  return typeof part === 'string' ? part : undefined
}

/** An added image has no path before one is chosen. */
const imageName = (item: unknown) => partOf(item, 'alt') || partOf(item, 'path')?.split('/').at(-1)

const isIdOrSlug = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

function ArrayField(props: FieldProps) {
  const { node, path, value } = props
  const { id, errorsBelow, isReadOnly, onChange } = useField(props)
  const items: unknown[] = Array.isArray(value) ? value : []
  const itemNode = node.items
  const kind = itemNode?.widget ?? ''
  const { chooseImage, chooseRecord, recordKind } = useFormServices()
  const isImages = kind === 'image'
  const canChoose = chooseRecord !== undefined && recordKind?.(kind) !== undefined
  const names = useRecordNames(canChoose ? kind : undefined, canChoose ? items.filter(isIdOrSlug) : [])
  return (
    <ListField
      id={id}
      node={node}
      items={items}
      isReadOnly={isReadOnly}
      hasError={(index) => errorsBelow.some(({ below }) => below.split('.')[0] === String(index))}
      nameOf={
        canChoose
          ? (item) => (isIdOrSlug(item) ? names?.get(item) : undefined)
          : isImages
            ? imageName
            : undefined
      }
      pictureOf={isImages ? (item) => partOf(item, 'path') : undefined}
      newItem={canChoose ? async () => (await chooseRecord(kind))?.value : isImages ? chooseImage : undefined}
      onChange={onChange}
    >
      {(item, index) => itemNode && <Field node={itemNode} path={[...path, index]} value={item} />}
    </ListField>
  )
}
