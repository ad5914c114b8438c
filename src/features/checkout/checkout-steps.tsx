import { activate, complete, reset, type StepName } from '#contract/rules/checkout-steps.ts'
import { Stepper } from '#ui/stepper.tsx'
import { type PanelTitle, panelTitles } from './address-panel.ts'
import css from './checkout-steps.module.css'

const places: Record<StepName, string> = {
  cart: '/cart',
  address: '/checkout/address',
  payment: '/checkout/payment',
}

type Props = {
  active: StepName
  /** The address step's title follows its panel. Spec §2, checkout screens. */
  addressTitle?: PanelTitle
}

/** The steps of the checkout. The active step implies that the gates before it are passed. Spec §4, checkout steps. */
export function CheckoutSteps({ active, addressTitle = panelTitles.selected }: Props) {
  const titles: Record<StepName, string> = { cart: 'Cart', address: addressTitle, payment: 'Payment' }
  return (
    // The stylesheet is linked by the document: without it the page would move when it is loaded.
    <div className={css.steps} data-late-styles="">
      <Stepper
        label="Checkout"
        steps={stepsAt(active).map(({ name, step, active: isActive, status }) => ({
          name,
          title: titles[name],
          number: step,
          isActive,
          isCompleted: status === 'completed',
          href: places[name],
        }))}
      />
    </div>
  )
}

function stepsAt(active: StepName) {
  let steps = reset()
  for (const { name } of steps) {
    if (name === active) break
    steps = complete(steps, name)
  }
  return activate(steps, active)
}
