// Every sentence of no change.

// agent-record
export const noChangeAbout = '“No change” assumes that the price stays the same. Over hours, almost nothing beats it.'
