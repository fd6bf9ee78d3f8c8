// What is said of a field.

// use-form
export const fieldRequired = 'This field is required.'
