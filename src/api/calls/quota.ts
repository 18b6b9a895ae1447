/** What the service says is left (`quotaRemain`, in any letter case and with or without hyphens), if it says so. */
export function readQuota(headers: Readonly<Record<string, string | undefined>>): number | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^x?quotaremain(ing)?$/.test(name.toLowerCase().replace(/[-_]/g, ''))) continue;
    if (value !== undefined && /^\s*-?\d{1,15}\s*$/.test(value)) return Number(value);
  }
  return undefined;
}
