export const stepNames = ['cart', 'address', 'payment'] as const
export type StepName = (typeof stepNames)[number]

export type Step = {
  name: StepName
  active: boolean
  status: 'pending' | 'completed'
  valid: boolean
  /** 1, 2, 3: shown in the stepper. */
  step: number
}

/** All steps pending, none active: at the start, and when the last item leaves the cart. Spec §4, checkout steps. */
export const reset = (): Step[] =>
  stepNames.map((name, at) => ({ name, active: false, status: 'pending', valid: false, step: at + 1 }))

/** Makes one step the only active one. Later steps become pending, earlier ones stay as they are. Spec §4. */
export const activate = (steps: readonly Step[], name: StepName): Step[] =>
  steps.map((step) => {
    if (step.name === name) return { ...step, active: true }
    const isLater = positionOf(step.name) > positionOf(name)
    return { ...step, active: false, ...(isLater ? { status: 'pending', valid: false } : {}) }
  })

/** Marks a step as completed; the active step does not change. Spec §4. */
export const complete = (steps: readonly Step[], name: StepName): Step[] =>
  steps.map((step) => (step.name === name ? { ...step, status: 'completed', valid: true } : step))

const positionOf = (name: StepName) => stepNames.indexOf(name)
