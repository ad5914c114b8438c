import { useList } from './use-list.ts'

type Props = {
  ids: readonly number[]
  /** In the head of the table: its name is read out only. */
  isLabelHidden?: boolean
}

/**
 * Selects the rows of the page that an action can be applied to, or none of them. Not while the rows of another filter are still shown:
 * the action would run for them.
 */
export function SelectAll({ ids, isLabelHidden = false }: Props) {
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
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>Select all on this page</span>
    </label>
  )
}
