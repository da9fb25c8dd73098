/** The labels of the steps, in order. */
export const STEP_LABELS = { when: 'When', pay: 'Who and pay' } as const

export type StepId = keyof typeof STEP_LABELS
