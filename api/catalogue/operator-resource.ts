import { operatorShape } from '#contract/resources/desk-shapes.ts'
import { operators } from '../db/schema/integrations.ts'
import { flights } from '../db/schema/inventory.ts'
import { declareResource } from '../resources/resource.ts'
import { usedByColumn } from '../resources/row-uses.ts'

export const operatorResource = declareResource({
  shape: operatorShape,
  table: operators,
  methods: ['list', 'read', 'create', 'change', 'remove'],
  uses: [usedByColumn('flights are flown by it', flights, flights.operatorId)],
})
