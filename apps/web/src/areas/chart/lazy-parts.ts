export const loadChartWorkspace = async () => (await import('./chart-workspace.tsx')).ChartWorkspace
