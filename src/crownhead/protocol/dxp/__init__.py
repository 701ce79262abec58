"""DXP, the Dam Exchange Protocol, on both sides."""
