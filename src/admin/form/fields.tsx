import getDefaultRegistry from '@rjsf/core/lib/getDefaultRegistry.js'
import type { ErrorSchema, FieldProps } from '@rjsf/utils'
import { toFieldPathId } from '@rjsf/utils'
import { type ComponentType, useMemo } from 'react'
import { ownValue } from '#contract/rules/own-value.ts'
import { Button } from '#ui/button.tsx'
import { pluginRecordKind } from '../admin-plugin.ts'
import { entryStyles as parts } from '../parts/entry-styles.ts'
import { BlocksField } from './blocks-field.tsx'
import { ColorTableField } from './color-table-field.tsx'
import { FontField, FontFilesField } from './font-field.tsx'
import css from './form.module.css'
import { type FormImage, useFormServices } from './form-services.ts'
import { IconsField } from './icons-field.tsx'
import { ImageField } from './image-field.tsx'
import { JsonField } from './json-field.tsx'
import { ListField } from './list-field.tsx'
import { type FormNode, fillDefaults, initialValue, titleOf } from './prepare-schema.ts'
import { RecordField } from './record-field.tsx'
import { useRecordNames } from './use-record-names.ts'

const CoreSchemaField = getDefaultRegistry().fields.SchemaField as ComponentType<FieldProps>

/** Decides what shows a node: RJSF's own field with one of the widgets, or one of the fields below. */
function SchemaField(props: FieldProps) {
  const node = props.schema as unknown as FormNode
  const uiSchema = useMemo(() => uiSchemaOf(node), [node])
  const isAbsentable = node.nullable || node.optional
  if (isAbsentable && (node.type === 'object' || node.type === 'array') && uiSchema['ui:field'] === undefined)
    return <AbsentableField {...props} />
  if (node.variants) return <VariantField {...props} />
  return <CoreSchemaField {...props} uiSchema={uiSchema} />
}

function uiSchemaOf(node: FormNode): Record<string, string> {
  if (node.widget === 'image' && node.type === 'object') return { 'ui:field': 'ImageField' }
  if (node.widget === 'icons') return { 'ui:field': 'IconsField' }
  if (node.widget === 'blocks') return { 'ui:field': 'BlocksField' }
  if (node.widget === 'font') return { 'ui:field': 'FontField' }
  if (node.widget === 'font-files') return { 'ui:field': 'FontFilesField' }
  if (node.widget === 'color-table') return { 'ui:field': 'ColorTableField' }
  if (node.widget === 'json') return { 'ui:field': 'JsonField' }
  if (node.widget && (recordWidgets.has(node.widget) || pluginRecordKind(node.widget)))
    return { 'ui:field': 'RecordField' }
  if (node.type === 'array' && node.items?.enum) return { 'ui:field': 'ChoicesField' }
  if (node.type === 'object' || node.type === 'array') return {}
  return { 'ui:widget': widgetOf(node) }
}

const recordWidgets = new Set([
  'product',
  'category',
  'collection',
  'page',
  'page-id',
  'slider',
  'form',
  'faq',
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

/** An object or list that may be missing or null: added and removed as a whole. */
function AbsentableField(props: FieldProps) {
  const { schema, formData, fieldPathId, onChange, readonly, rawErrors } = props
  const node = schema as unknown as FormNode
  const { nullable, optional: _, ...present } = node
  const label = node.title ?? 'Value'
  if (formData !== undefined && formData !== null)
    return (
      <div className={css.absentable}>
        <SchemaField {...props} schema={present as never} />
        {!readonly && (
          <Button
            look="quiet"
            aria-label={`Remove ${label}`}
            onClick={() => onChange(nullable ? null : undefined, fieldPathId.path)}
          >
            Remove
          </Button>
        )}
      </div>
    )
  return (
    <div className={css.absent}>
      <span className={css.legend}>{label}</span>
      {node.description && <p className={css.help}>{node.description}</p>}
      {rawErrors?.[0] && <p className={css.error}>{rawErrors[0]}</p>}
      {readonly ? (
        <p className={css.help}>None</p>
      ) : (
        <Button
          look="secondary"
          id={fieldPathId.$id}
          aria-label={`Add ${label}`}
          onClick={() => onChange(initialValue(node), fieldPathId.path)}
        >
          Add
        </Button>
      )}
    </div>
  )
}

/** A union: a choice of the shape, then the fields of that shape. */
function VariantField(props: FieldProps) {
  const { schema, formData, fieldPathId, onChange, readonly } = props
  const { variants = {}, variantKey = 'type', title } = schema as unknown as FormNode
  const current = String((formData as Record<string, unknown> | undefined)?.[variantKey] ?? '')
  const shape = variants[current]
  const selectId = `${fieldPathId.$id}_${variantKey}`

  function choose(key: string) {
    const next = variants[key]
    if (!next) return
    // What both shapes have, such as the text of a paragraph and a heading, is kept.
    const kept = Object.entries((formData as object | undefined) ?? {}).filter(
      ([name]) =>
        next.properties?.[name]?.type === shape?.properties?.[name]?.type && next.properties?.[name],
    )
    onChange(fillDefaults(next, { ...Object.fromEntries(kept), [variantKey]: key }), fieldPathId.path)
  }

  const choice = (
    <div className={parts.field}>
      <label htmlFor={selectId}>{titleOf(variantKey)}</label>
      <select
        id={selectId}
        className={parts.input}
        value={current}
        disabled={readonly}
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
  const content = (
    <>
      {choice}
      {shape?.properties && Object.keys(shape.properties).length > 0 && (
        <CoreSchemaField {...props} key={current} schema={fieldsOnly as never} uiSchema={noUi} />
      )}
    </>
  )
  if (title === undefined) return <div className={parts.form}>{content}</div>
  return (
    <fieldset className={css.fieldset}>
      <legend>{title}</legend>
      {content}
    </fieldset>
  )
}

const noUi = {}

/** Several of a few fixed values, as checkboxes. */
function ChoicesField({ schema, formData, fieldPathId, onChange, readonly }: FieldProps) {
  const { title, description, items } = schema as unknown as FormNode
  const chosen = Array.isArray(formData) ? (formData as unknown[]) : []
  return (
    <fieldset id={fieldPathId.$id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      {description && <p className={css.help}>{description}</p>}
      {(items?.enum ?? []).map((value) => (
        <label key={String(value)} className={css.switch}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            disabled={readonly}
            onChange={(event) =>
              onChange(
                (items?.enum ?? []).filter((one) =>
                  one === value ? event.target.checked : chosen.includes(one),
                ),
                fieldPathId.path,
              )
            }
          />
          {items?.enumLabels?.[String(value)] ?? titleOf(String(value))}
        </label>
      ))}
    </fieldset>
  )
}

/** An added image has no path before one is chosen. */
const imageName = ({ path, alt }: Partial<FormImage>) => alt || path?.split('/').at(-1)

/** RJSF's list field draws by templates that cannot keep the focus on a moved item. */
function ArrayField(props: FieldProps) {
  const { schema, formData, fieldPathId, errorSchema, registry, onChange, readonly } = props
  const node = schema as unknown as FormNode
  const items = Array.isArray(formData) ? (formData as unknown[]) : []
  const kind = node.items?.widget ?? ''
  const { chooseImage, chooseRecord, recordKind } = useFormServices()
  const isImages = kind === 'image'
  const canChoose = chooseRecord !== undefined && recordKind?.(kind) !== undefined
  const names = useRecordNames(canChoose ? kind : undefined, canChoose ? (items as (string | number)[]) : [])
  return (
    <ListField
      id={fieldPathId.$id}
      node={node}
      items={items}
      isReadOnly={readonly === true}
      hasError={(index) => (errorSchema as ErrorSchema | undefined)?.[index as never] !== undefined}
      nameOf={
        canChoose
          ? (item) => names?.get(item as string | number)
          : isImages
            ? (item) => imageName(item as Partial<FormImage>)
            : undefined
      }
      pictureOf={isImages ? (item) => (item as Partial<FormImage>).path : undefined}
      newItem={canChoose ? async () => (await chooseRecord(kind))?.value : isImages ? chooseImage : undefined}
      onChange={(next) => onChange(next, fieldPathId.path)}
    >
      {(item, index) => (
        <SchemaField
          {...props}
          name={`${props.name}-${index}`}
          schema={node.items as never}
          uiSchema={noUi}
          formData={item}
          errorSchema={(errorSchema as Record<number, ErrorSchema> | undefined)?.[index] as never}
          rawErrors={[]}
          required={false}
          fieldPathId={toFieldPathId(index, registry.globalFormOptions, fieldPathId.path)}
        />
      )}
    </ListField>
  )
}

export const fields = {
  SchemaField,
  ArrayField,
  BlocksField,
  ColorTableField,
  FontField,
  FontFilesField,
  IconsField,
  ImageField,
  JsonField,
  RecordField,
  ChoicesField,
}
