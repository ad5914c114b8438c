import { type ReactNode, useId, useMemo } from 'react'
import { SchemaForm } from '#admin/form/schema-form.tsx'
import { EntryChoice } from '#admin/parts/entry-field.tsx'
import type { CollectionRules } from '#contract/admin/catalog/collection-rules.ts'
import { Button } from '#ui/button.tsx'
import css from './collection-form.module.css'
import { type EditedCondition, type EditedRules, emptyCondition } from './condition-fields.ts'
import { ConditionRow } from './condition-row.tsx'
import { RulePreview } from './rule-preview.tsx'

type Props = {
  rules: EditedRules
  /** Chosen by hand. */
  products: number[]
  errors: Record<string, string[]>
  readOnly: boolean
  onChange: (rules: EditedRules) => void
  /** The field of the products chosen by hand. */
  children: ReactNode
}

const sorts: Record<CollectionRules['sort'], string> = {
  newest: 'Newest first',
  best_selling: 'Best selling first',
  rating: 'Best rated first',
  discount: 'Largest discount first',
  price_asc: 'Price: low to high',
  price_desc: 'Price: high to low',
  name_asc: 'Name: A to Z',
  origin_asc: 'Country of origin',
  default: 'As in the shop: featured first',
}

const excludedSchema = {
  type: 'object',
  properties: {
    excluded: {
      type: 'array',
      items: { type: 'integer', widget: 'product' },
      maxItems: 500,
      default: [],
      title: 'Products left out',
      description: 'Also when they meet the rules.',
    },
  },
}

/** The rules of a collection with what they find. */
export function RuleEditor({ rules, products, errors, readOnly, onChange, children }: Props) {
  const { match, conditions, sort, excluded } = rules
  const id = useId()
  const excludedValue = useMemo(() => ({ excluded }), [excluded])
  const change = (at: number, next: EditedCondition) =>
    onChange({ ...rules, conditions: conditions.map((one, place) => (place === at ? next : one)) })
  const [missing] = errors['rules.conditions'] ?? []

  return (
    <>
      <div className={css.rules}>
        <EntryChoice
          label="Products must meet"
          value={match}
          disabled={readOnly}
          options={{ all: 'all of these rules', any: 'any of these rules' }}
          onChoose={(chosen) => onChange({ ...rules, match: chosen })}
        />
        {conditions.length > 0 && (
          <ol className={css.conditions} aria-label="Rules">
            {conditions.map((condition, at) => (
              <ConditionRow
                key={at}
                number={at + 1}
                condition={condition}
                errors={Object.entries(errors).flatMap(([path, texts]) =>
                  path.startsWith(`rules.conditions.${at}.`) ? texts : [],
                )}
                readOnly={readOnly}
                onChange={(next) => change(at, next)}
                onRemove={() =>
                  onChange({ ...rules, conditions: conditions.filter((_, place) => place !== at) })
                }
              />
            ))}
          </ol>
        )}
        {missing && (
          <p id={`${id}-missing`} className={css.error}>
            {missing}
          </p>
        )}
        {!readOnly && conditions.length < 20 && (
          <div>
            <Button
              look="secondary"
              aria-describedby={missing ? `${id}-missing` : undefined}
              onClick={() => onChange({ ...rules, conditions: [...conditions, emptyCondition('category')] })}
            >
              Add a rule
            </Button>
          </div>
        )}
        <EntryChoice
          label="Order"
          value={sort}
          disabled={readOnly}
          options={sorts}
          onChoose={(chosen) => onChange({ ...rules, sort: chosen })}
        />
      </div>
      <RulePreview rules={rules} products={products} />
      {children}
      <SchemaForm
        schema={excludedSchema}
        value={excludedValue}
        readOnly={readOnly}
        onChange={({ excluded }) => onChange({ ...rules, excluded })}
      />
    </>
  )
}
