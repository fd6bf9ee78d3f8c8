export const fieldRequired = 'This field is required.'
