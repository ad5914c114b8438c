import { useListContext } from 'ra-core'
import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Ends the selection of rows when the filter changes, also one that was made between the choice of the filter and its rows: an action
 * would run for rows that are shown no longer. Changing the page keeps the selection.
 */
export function useSelectionOfFilter() {
  const { filterValues, onUnselectItems } = useListContext()
  const filter = JSON.stringify(filterValues)
  const former = useRef(filter)
  const unselect = useEffectEvent(() => onUnselectItems())
  useEffect(() => {
    if (former.current === filter) return
    former.current = filter
    unselect()
  }, [filter])
}
