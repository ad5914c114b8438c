import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '../api.ts'
import { showMessage } from '../parts/messages.tsx'
import { recordStyles as css } from '../parts/styles.ts'
import { TagEntry } from '../parts/tag-entry.tsx'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import type { CustomerProps } from './customer-actions.tsx'
import { groupHint } from './customer-bulk-bar.tsx'
import { useCustomerChoices } from './use-customers.ts'

type Change = Partial<Parameters<typeof api.adminCustomers.organize>[0]>

/** Tags and groups of a customer, each saved at once. */
export function CustomerWork({ customer: { id, tags, groups } }: Pick<CustomerProps, 'customer'>) {
  const { may } = useSession()
  const choices = useCustomerChoices()
  const client = useQueryClient()
  const [errors, setErrors] = useState<Record<string, string[]>>({})

  async function save(change: Change) {
    setErrors({})
    try {
      await api.adminCustomers.organize({ ids: [id], ...change })
      await client.invalidateQueries({ queryKey: queryKeys.record('customers', id) })
      void client.invalidateQueries({ queryKey: queryKeys.customerChoices() })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(error.errors)
      if (Object.keys(error.errors).length === 0) showMessage(error.message, 'bad')
    }
  }

  const isReadOnly = !may('customers.write')
  return (
    <section className={css.card}>
      <h2>Tags and groups</h2>
      <TagEntry
        label="Tags"
        tags={tags}
        known={choices?.tags ?? []}
        errors={errors.add}
        isReadOnly={isReadOnly}
        onChange={(next) => void save({ add: without(next, tags), remove: without(tags, next) })}
      />
      <TagEntry
        label="Groups"
        tags={groups}
        known={choices?.groups.map(({ name }) => name) ?? []}
        hint={groupHint}
        placeholder="Add a group"
        maxLength={60}
        errors={errors.add_groups}
        isReadOnly={isReadOnly}
        onChange={(next) =>
          void save({ add_groups: without(next, groups), remove_groups: without(groups, next) })
        }
      />
    </section>
  )
}

const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((one) => !others.includes(one))
