/** A remote-controlled browser: the operations of a visitor that every driver of the journeys supports. */
export type Engine = {
  open(url: string): Promise<void>
  /** Evaluates an expression in the page; its value must survive JSON. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Presses the left mouse button at a point of the viewport. */
  click(x: number, y: number): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  /** Changes the size of the viewport, or of the window where the driver knows no viewport. */
  resize(size: { width: number; height: number }): Promise<unknown>
  back(): Promise<void>
  forward(): Promise<void>
  /** The viewport as PNG, base64. */
  screenshot(): Promise<string>
  close(): Promise<void>
}

export const VIEWPORT = { width: 1280, height: 900 }

type InputSource = { type: string; id: string; parameters?: object; actions: object[] }

/** A click in the action format that WebDriver Classic and BiDi share. */
export const clickActions = (x: number, y: number): InputSource[] => [
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

/** The key presses of a text, in the same format. */
export const typeActions = (text: string): InputSource[] => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
]
