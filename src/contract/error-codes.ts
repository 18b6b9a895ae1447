/** Failure codes whose meaning is known, from the interface's documentation and from public clients. All others are shown as they are. */
export const KNOWN_FAILURES: Readonly<
  Record<string, { readonly meaning: string; readonly sure: 'documented' | 'seen' }>
> = {
  '50403': { meaning: 'the application title has a wrong format or length (2 to 50 characters)', sure: 'documented' },
  '250202': { meaning: 'a picture whose tags are empty cannot be bound to the group', sure: 'documented' },
  '70109': { meaning: 'the report for that day is not generated yet', sure: 'documented' },
  '90401': { meaning: 'the quota is used up', sure: 'seen' },
  '90202': { meaning: 'a sensitive word', sure: 'seen' },
  '30503': { meaning: 'wrong budget format', sure: 'seen' },
  '70001': { meaning: 'the login was refused', sure: 'seen' },
  '80109': { meaning: 'the login was refused', sure: 'seen' },
};

export const REPORT_NOT_READY = '70109';
export const QUOTA_USED_UP = '90401';
/** `errno` of a keyword update that was carried out; some services of the family answer 0. */
export const ERRNO_SUCCESS: readonly string[] = ['10000', '0'];
