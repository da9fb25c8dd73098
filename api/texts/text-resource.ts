import { textShape } from '#contract/resources/text-shape.ts'
import { texts } from '../db/schema/texts.ts'
import { declareResource, type Row } from '../resources/resource.ts'
import { maskNumber } from '../rules/texts/phone-number.ts'
import { mayRepeatText } from '../store/texts/present-text.ts'
import { type TextRow } from '../store/texts/queue-text.ts'

export const textResource = declareResource({
  shape: textShape,
  table: texts,
  methods: ['list'],
  mapped: {
    to: { read: (row: Row) => maskNumber(String(row['to'])) },
    repeatable: { read: (row: Row) => mayRepeatText(row as Row & TextRow) },
  },
})
