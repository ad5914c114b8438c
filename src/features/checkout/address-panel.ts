/** The view of the address step. Spec §4, address panel. */
export type AddressPanel =
  | { view: 'selected' }
  | { view: 'selector' }
  | { view: 'form'; editing: number | null; goesBackTo: 'selector' | null }

export type PanelEvent =
  | { type: 'change' }
  | { type: 'cancel' }
  | { type: 'add' }
  | { type: 'edit'; addressId: number }
  | { type: 'use' }

/** Without saved addresses only the form; otherwise the selected one is shown first. */
export const startPanel = (savedAddresses: readonly unknown[]): AddressPanel =>
  savedAddresses.length === 0 ? { view: 'form', editing: null, goesBackTo: null } : { view: 'selected' }

type Moves = { [Type in PanelEvent['type']]?: (event: Extract<PanelEvent, { type: Type }>) => AddressPanel }

const toForm = (editing: number | null): AddressPanel => ({ view: 'form', editing, goesBackTo: 'selector' })

const table: Record<AddressPanel['view'], Moves> = {
  selected: {
    change: () => ({ view: 'selector' }),
  },
  selector: {
    cancel: () => ({ view: 'selected' }),
    use: () => ({ view: 'selected' }),
    add: () => toForm(null),
    edit: ({ addressId }) => toForm(addressId),
  },
  form: {
    cancel: () => ({ view: 'selector' }),
    use: () => ({ view: 'selected' }),
  },
}

/** The panel after an event; one that does not apply to the view changes nothing. */
export function nextPanel(panel: AddressPanel, event: PanelEvent): AddressPanel {
  // The only view has nothing to return to.
  if (panel.view === 'form' && panel.goesBackTo === null) return panel
  const move = table[panel.view][event.type] as ((event: PanelEvent) => AddressPanel) | undefined
  return move ? move(event) : panel
}

/** Stepper titles of the spec's section 2. */
export const panelTitles = {
  selected: 'Address',
  selector: 'Select Address',
  edit: 'Edit Address',
  add: 'Add Address',
} as const

export type PanelTitle = (typeof panelTitles)[keyof typeof panelTitles]

/** The first form of a customer without addresses is titled like the address step. */
export function titleOf(panel: AddressPanel): PanelTitle {
  if (panel.view !== 'form') return panelTitles[panel.view]
  if (panel.goesBackTo === null) return panelTitles.selected
  return panel.editing === null ? panelTitles.add : panelTitles.edit
}

/** The customer's addresses in the order of a part of the step: those saved for it first. Spec §4. */
export const offeredFor = <Saved extends { address_type: 'Shipping' | 'Billing' }>(
  part: 'shipping' | 'billing',
  saved: readonly Saved[],
): Saved[] => {
  const own = part === 'shipping' ? 'Shipping' : 'Billing'
  return [
    ...saved.filter(({ address_type }) => address_type === own),
    ...saved.filter(({ address_type }) => address_type !== own),
  ]
}

/** The address already on the cart, else the default one, else the first. Spec §4. */
export const preselected = <Saved extends { id: number; default: boolean }>(
  saved: readonly Saved[],
  onCart: { address_id: number | null } | null,
): Saved | undefined =>
  saved.find(({ id }) => id === onCart?.address_id) ?? saved.find((address) => address.default) ?? saved[0]
