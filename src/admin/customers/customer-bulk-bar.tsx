import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { SelectionBar, useAllChosen } from '../list/selection-bar.tsx'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { DownloadLink } from '../parts/download-link.tsx'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { RemovalChoice } from '../parts/removal-choice.tsx'
import { TagEntry, typedTags } from '../parts/tag-entry.tsx'
import { queryKeys } from '../query-keys.ts'
import { mostOrganized, useCustomerChoices, useCustomers } from './use-customers.ts'

/** What can be done to the selected customers, or to all that the list finds. */
export function CustomerBulkBar() {
  const { isAll, onAll } = useAllChosen()
  return (
    <SelectionBar one="customer" several="customers" isAll={isAll} onAll={onAll} most={mostOrganized}>
      {(many) => <Actions many={many} isAll={isAll} />}
    </SelectionBar>
  )
}

function Actions({ many, isAll }: { many: string; isAll: boolean }) {
  const { selectedIds, filter, refetch } = useCustomers()
  const choices = useCustomerChoices()
  const client = useQueryClient()
  const [tags, setTags] = useState<string[]>([])
  const [groups, setGroups] = useState<string[]>([])
  const knownTags = choices?.tags ?? []
  const knownGroups = choices?.groups.map(({ name }) => name) ?? []
  const clear = () => {
    setTags([])
    setGroups([])
  }

  async function save(form: HTMLFormElement) {
    const entries = readEntries(form, {
      tags: entry.text,
      groups: entry.text,
      remove: entry.someOf(knownTags),
      remove_groups: entry.someOf(knownGroups),
    })
    const { message } = await api.adminCustomers.organize({
      ...(isAll ? { filter } : { ids: [...selectedIds] }),
      add: [...tags, ...typedTags(entries.tags)],
      remove: entries.remove,
      add_groups: [...groups, ...typedTags(entries.groups)],
      remove_groups: entries.remove_groups,
    })
    showMessage(message ?? '')
    clear()
    void client.invalidateQueries({ queryKey: queryKeys.customerChoices() })
    await refetch()
  }

  return (
    <>
      {!isAll && (
        <DownloadLink href={`/api/admin/customers/export?ids=${selectedIds.join()}`}>
          Export selected
        </DownloadLink>
      )}
      <ActionDialog
        label="Tags and groups"
        title={`Tags and groups of ${many}`}
        submit="Save"
        look="secondary"
        onSubmit={save}
        onClose={clear}
      >
        {(errors) => (
          <>
            <TagEntry
              label="Add tags"
              name="tags"
              tags={tags}
              known={knownTags}
              errors={errors.add}
              onChange={setTags}
            />
            <RemovalChoice label="Remove tags" name="remove" options={knownTags} />
            <TagEntry
              label="Add to groups"
              name="groups"
              tags={groups}
              known={knownGroups}
              hint={groupHint}
              placeholder="Add a group"
              maxLength={60}
              errors={errors.add_groups}
              onChange={setGroups}
            />
            <RemovalChoice label="Remove from groups" name="remove_groups" options={knownGroups} />
          </>
        )}
      </ActionDialog>
    </>
  )
}

export const groupHint = 'Enter or a comma adds it. New groups are created.'
