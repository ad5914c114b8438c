import { useList } from './use-list.ts'

type Props = { ids: readonly number[] }

/**
 * Selects the rows of the page that an action can be applied to, or none of them. Not while the rows of another filter are still shown:
 * the action would run for them.
 */
export function SelectAll({ ids }: Props) {
  const { selectedIds, select, isPlaceholderData } = useList()
  const areAllChosen = ids.length > 0 && ids.every((id) => selectedIds.includes(id))
  return (
    <label>
      <input
        type="checkbox"
        checked={areAllChosen}
        disabled={ids.length === 0 || isPlaceholderData}
        onChange={() => select(areAllChosen ? [] : ids)}
      />
      Select all on this page
    </label>
  )
}
