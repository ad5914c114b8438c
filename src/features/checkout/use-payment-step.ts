import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import { cartStore } from '#client/cart-store.ts'
import { cartEvent } from '#client/event-items.ts'
import { emit } from '#client/events.ts'
import { showToast } from '#client/toasts.ts'
import type { Cart } from '#contract/cart.ts'
import type { Reply } from '#contract/envelope.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { giftsOfCart } from '#contract/rules/promotions/named-discounts.ts'
import { applyCartReply } from '#features/cart/cart-of-reply.ts'
import { problemsOf } from '#features/cart/cart-problems.ts'
import { keepDraft, readDraft } from '#features/cart/checkout-draft.ts'
import { lineChangesSaved } from '#features/cart/line-changes.ts'
import { navigate } from '#pages/navigate.ts'
import { sourceOfVisit } from './order-attempt.ts'
import {
  nextPaymentStep,
  type PaymentField,
  type PaymentStepState,
  type Problem,
} from './payment-step-state.ts'
import { placeOrder } from './place-order.ts'
import { startPayment } from './start-payment.ts'

type Options = {
  needsTerms: boolean
  /** The step as it was posted without JavaScript. */
  posted: PostedForm | null
}

/** The state of the payment step: choices are saved as they are made, the order is placed once. */
export function usePaymentStep(cart: Cart, { needsTerms, posted }: Options) {
  const shipping = useSavedChoice(cart.shipping_method?.code ?? null, (shipping_method) =>
    api.cart.updateShippingMode({ shipping_method }),
  )
  const payment = useSavedChoice(cart.cart_payment_method?.code ?? null, (payment_method) =>
    api.cart.updatePaymentMode({ payment_method }),
  )
  const [instruction, setInstruction] = useInstruction(cart, posted?.values.instruction)
  const [{ hasAcceptedTerms, problem, order }, dispatch] = useReducer(
    nextPaymentStep,
    null,
    (): PaymentStepState => ({
      hasAcceptedTerms: posted?.values.accept_tnc === 'on',
      problem: problemIn(posted),
      order: { phase: 'choosing' },
    }),
  )
  const isPlacing = order.phase !== 'choosing'
  const { short, repriced } = problemsOf(cart)
  const isRepriced = repriced.length > 0
  const places = useProblemFocus(problem)
  useOnlyMethod(cart, payment.choose)
  useEmptyCart(cart)
  useEarlyInput(places, {
    shipping: shipping.choose,
    payment: payment.choose,
    terms: (isAccepted) => dispatch({ type: 'terms', isAccepted }),
    instruction: setInstruction,
  })
  useComeBack(() => dispatch({ type: 'returned' }))

  const fail = (message: string, field?: PaymentField) =>
    dispatch({ type: 'failed', problem: { message, ...(field ? { field } : {}) } })

  async function submit() {
    if (isPlacing) return
    if (short.length > 0) return fail('Change or remove the items that are not available first', 'cart')
    if (!shipping.chosen) return fail('Shipping Method is empty', 'shipping_method')
    if (!payment.chosen) return fail('Payment Method is empty', 'payment_method')
    if (needsTerms && !hasAcceptedTerms) return fail('Please accept the terms and conditions', 'accept_tnc')
    dispatch({ type: 'placing' })
    await Promise.all([shipping.saving(), payment.saving(), lineChangesSaved()])
    // Saved choices and quantities have raised the cart's version since it was rendered.
    const latest = cartStore.getState().cart ?? cart
    const due = latest.stored_value?.due.amount
    if (latest.grand_total.amount !== cart.grand_total.amount || due !== cart.stored_value?.due.amount)
      return fail('The total has changed. Please check it before you order.')
    const gifts = giftsOfCart(cart.items)
    emit({ name: 'add_payment_info', payment_type: payment.chosen, ...cartEvent(latest) })
    if (isPaidFirst(payment.chosen) && (due ?? latest.grand_total.amount) > 0) dispatch({ type: 'paying' })
    const placed = await placeOrder(latest.id ?? 0, {
      version: latest.version,
      cart_session: latest.cart_session,
      accept_tnc: hasAcceptedTerms,
      instruction: instruction.trim(),
      source: sourceOfVisit(),
      ...(isRepriced && { accept_prices: true, expected_total: cart.grand_total.amount }),
      ...(due !== undefined && { expected_due: due }),
      ...(gifts && { expected_gifts: gifts }),
    })
    const outcome = 'pay' in placed ? await startPayment(placed.pay) : placed
    if ('isLeaving' in outcome) return
    if ('opened' in outcome) return dispatch({ type: 'opened', opened: outcome.opened })
    if ('go' in outcome) {
      dispatch({ type: 'leaving' })
      if (outcome.say) showToast('error', outcome.say)
      return navigate(outcome.go, { replace: outcome.isOrdered })
    }
    if (outcome.field !== 'accept_tnc') showToast('error', outcome.stay)
    const changed = problemsOf(cartStore.getState().cart ?? cart)
    const isAboutCart = changed.short.length > 0 || changed.repriced.length > 0
    fail(outcome.stay, isAboutCart ? 'cart' : outcome.field)
  }

  return {
    shippingMethod: shipping.chosen,
    chooseShipping: (code: string) => {
      dispatch({ type: 'chosen' })
      shipping.choose(code)
    },
    paymentMethod: payment.chosen,
    choosePayment: (code: string) => {
      dispatch({ type: 'chosen' })
      payment.choose(code)
    },
    instruction,
    setInstruction,
    hasAcceptedTerms,
    acceptTerms: (isAccepted: boolean) => dispatch({ type: 'terms', isAccepted }),
    isRepriced,
    isShort: short.length > 0,
    isPlacing,
    isPaying: order.phase === 'paying',
    opened: order.phase === 'paying' ? order.opened : null,
    problem,
    errorAt: (field: PaymentField) => (problem?.field === field ? problem.message : undefined),
    submit,
    ...places,
  }
}

/** A choice that is shown before it is saved; the latest one counts, and a refusal reverts it. */
function useSavedChoice(saved: string | null, save: (code: string) => Promise<Reply<Cart>>) {
  const [wanted, setWanted] = useState<string | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef(0)
  const choose = (code: string) => {
    latest.current += 1
    const mine = latest.current
    setWanted(code)
    cartStore.setState({ isUpdating: true })
    queue.current = queue.current.then(async () => {
      // Trying several choices quickly saves only the last one.
      if (mine !== latest.current) return
      applyCartReply(await save(code))
      if (mine !== latest.current) return
      setWanted(null)
      cartStore.setState({ isUpdating: false })
    })
  }
  return { chosen: wanted ?? saved, choose, saving: () => queue.current }
}

/** A single payment method is selected automatically. */
function useOnlyMethod({ cart_payment_method, cart_payment_methods }: Cart, choose: (code: string) => void) {
  const usable = cart_payment_methods.filter(({ is_available }) => is_available)
  const only = cart_payment_method === null && usable.length === 1 ? usable[0]?.code : undefined
  useEffect(() => {
    if (only) choose(only)
  }, [only])
}

/** Nothing is left to order after the last line is removed. An order empties the cart too, with an id of null. */
function useEmptyCart({ id, items }: Cart) {
  const isEmptied = id !== null && items.length === 0
  useEffect(() => {
    if (isEmptied) navigate('/cart', { replace: true })
  }, [isEmptied])
}

type Places = Pick<ReturnType<typeof useProblemFocus>, 'shippingGroup' | 'paymentGroup' | 'terms'>
type Choosing = {
  shipping: (code: string) => void
  payment: (code: string) => void
  terms: (isAccepted: boolean) => void
  instruction: (text: string) => void
}

/** Applies input from before hydration: React leaves it in the fields, and resets it with its next render. */
function useEarlyInput({ shippingGroup, paymentGroup, terms }: Places, choosing: Choosing) {
  const apply = useEffectEvent(() => {
    const { shipping, payment } = choosing
    for (const [group, choose] of [
      [shippingGroup, shipping],
      [paymentGroup, payment],
    ] as const) {
      const field = group.current?.querySelector<HTMLInputElement>('input:checked')
      if (field && !field.defaultChecked) choose(field.value)
    }
    const box = terms.current
    if (box && box.checked !== box.defaultChecked) choosing.terms(box.checked)
    const text = paymentGroup.current?.form?.elements.namedItem('instruction')
    if (text instanceof HTMLTextAreaElement && text.value !== text.defaultValue)
      choosing.instruction(text.value)
  })
  useEffect(() => apply(), [])
}

/** After Back from the gateway the browser restores the page in the state of leaving. */
function useComeBack(onBack: () => void) {
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && onBack()
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])
}

function useInstruction({ id, instruction }: Cart, posted: string | undefined) {
  const [text, setText] = useState(posted ?? instruction ?? '')
  useEffect(() => {
    const stored = readDraft(id).instruction
    if (stored !== undefined) setText(stored)
  }, [id])
  const change = (next: string) => {
    setText(next)
    keepDraft(id, { instruction: next })
  }
  return [text, change] as const
}

/** Focuses the element that a new problem is about. */
function useProblemFocus(problem: Problem | null) {
  const changes = useRef<HTMLElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const terms = useRef<HTMLInputElement>(null)
  const shippingGroup = useRef<HTMLFieldSetElement>(null)
  const paymentGroup = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (!problem) return
    const place: RefObject<HTMLElement | null> =
      problem.field === undefined
        ? notice
        : { accept_tnc: terms, shipping_method: shippingGroup, payment_method: paymentGroup, cart: changes }[
            problem.field
          ]
    place.current?.focus()
  }, [problem])
  return { changes, notice, terms, shippingGroup, paymentGroup }
}

const choices = ['shipping_method', 'payment_method', 'accept_tnc'] as const

function problemIn(posted: PostedForm | null): Problem | null {
  const field = choices.find((name) => posted?.errors[name])
  return field ? { message: posted?.errors[field] ?? '', field } : null
}
