import { useState } from 'react'
import type { Address } from '#contract/cart.ts'
import type { Part } from '#features/address/address-values.ts'
import { nextPanel, offeredFor, type PanelEvent, startPanel } from './address-panel.ts'

/** The address book beside the step, and what each of its two parts shows of it. Spec §3 (separate selections), §4. */
export function useAddressPanels(loaded: readonly Address[]) {
  const [saved, setSaved] = useState(loaded)
  const [panels, setPanels] = useState(() => ({
    shipping: startPanel(loaded),
    billing: startPanel(loaded),
  }))
  return {
    panels,
    of: (part: Part) => ({
      saved: offeredFor(part, saved),
      panel: panels[part],
      onPanel: (event: PanelEvent) =>
        setPanels((before) => ({ ...before, [part]: nextPanel(before[part], event) })),
      onSaved: (address: Address) =>
        setSaved((before) => [address, ...before.filter(({ id }) => id !== address.id)]),
    }),
    /** Somebody chooses or edits: the step goes on when that is done. */
    isChoosing: (parts: readonly Part[]) =>
      saved.length > 0 && parts.some((part) => panels[part].view !== 'selected'),
  }
}
