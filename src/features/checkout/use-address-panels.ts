import { useState } from 'react'
import type { Address } from '#contract/cart.ts'
import type { Part } from '#features/address/address-values.ts'
import { nextPanel, offeredFor, type PanelEvent, startPanel } from './address-panel.ts'

/** The address book beside the step, and the view of each of its two parts. Spec §3 (separate selections), §4. */
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
    /** The shopper is choosing or editing: the step waits for that. */
    isChoosing: (parts: readonly Part[]) =>
      saved.length > 0 && parts.some((part) => panels[part].view !== 'selected'),
  }
}
