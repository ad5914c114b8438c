import { useId, useState } from 'react'
import { SchemaForm } from '#admin/form/schema-form.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import type { ResourceFormProps } from '#admin/resource/resource.ts'
import type { CollectionRules } from '#contract/admin/catalog/collection-rules.ts'
import css from './collection-form.module.css'
import { RuleEditor } from './rule-editor.tsx'

const searchFields = ['meta_title', 'meta_description']
const emptyRules: CollectionRules = { match: 'all', conditions: [], sort: 'newest', excluded: [] }

/** The fields of a collection; its products are chosen by hand or by rules. */
export default function CollectionForm({ schema, value, errors, readOnly, onChange }: ResourceFormProps) {
  const { properties = {}, required = [] } = schema
  const rules = value.rules as CollectionRules | null
  const headingId = useId()
  // A change to the other choice and back keeps the rules.
  const [lastRules, setLastRules] = useState(rules ?? emptyRules)
  if (rules && rules !== lastRules) setLastRules(rules)

  const fields = (names: readonly string[], changed: Record<string, object> = {}) => (
    <SchemaForm
      schema={{
        ...schema,
        properties: Object.fromEntries(
          names.map((name) => [name, { ...properties[name], ...changed[name] }]),
        ),
        required: required.filter((name) => names.includes(name)),
      }}
      value={Object.fromEntries(names.map((name) => [name, value[name]]))}
      errors={Object.fromEntries(
        Object.entries(errors).filter(([path]) => names.includes(path.split('.')[0] ?? '')),
      )}
      readOnly={readOnly}
      onChange={(next) => onChange({ ...value, ...next })}
    />
  )
  const others = Object.keys(properties).filter(
    (name) => name !== 'rules' && name !== 'products' && !searchFields.includes(name),
  )

  return (
    <>
      {fields(others)}
      <section className={screen.card} aria-labelledby={headingId}>
        <h2 id={headingId}>Products</h2>
        <fieldset className={css.choice} disabled={readOnly}>
          <legend className="visually-hidden">How products are chosen</legend>
          <label>
            <input
              type="radio"
              name={headingId}
              checked={!rules}
              onChange={() => onChange({ ...value, rules: null })}
            />
            <span>
              Chosen by hand
              <small>In the order that you give them.</small>
            </span>
          </label>
          <label>
            <input
              type="radio"
              name={headingId}
              checked={rules !== null}
              onChange={() => onChange({ ...value, rules: lastRules })}
            />
            <span>
              By rules
              <small>Products enter and leave by themselves when they change.</small>
            </span>
          </label>
        </fieldset>
        {rules ? (
          <RuleEditor
            rules={rules}
            products={value.products as number[]}
            errors={errors}
            readOnly={readOnly}
            onChange={(next) => onChange({ ...value, rules: next })}
          >
            {fields(['products'], {
              products: {
                title: 'Products that come first',
                description: 'Also those that do not meet the rules.',
              },
            })}
          </RuleEditor>
        ) : (
          fields(['products'])
        )}
      </section>
      {fields(searchFields)}
    </>
  )
}
