/** A pointer action of the WebDriver standard; WebDriver Classic and BiDi share its shape. */
export type PointerActions = {
  type: 'pointer'
  id: string
  parameters: { pointerType: 'mouse' }
  actions: Record<string, unknown>[]
}

/** A remote-controlled browser: the operations that the journeys need and both WebDriver protocols support. */
export type Engine = {
  open(url: string): Promise<void>
  /** Evaluates an expression in the page; its value must survive JSON. */
  evaluate<Value>(expression: string): Promise<Value>
  perform(actions: PointerActions[]): Promise<void>
  /** The viewport as PNG, base64. */
  screenshot(): Promise<string>
  close(): Promise<void>
}

/** Presses the left mouse button at a point of the viewport. */
export const clickAt = (x: number, y: number): PointerActions[] => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]
